/**
 * A small tree of an XML file. The parser is saxes: strict, and without entities of the file's own. A
 * document type is refused, because no bank needs one.
 */
import { SaxesParser } from 'saxes'

export type Element = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  text: string
  lineNumber: number
}

/** Statements nest a dozen elements. */
const DEPTH_MAX = 40

export type Xml = { ok: true; root: Element } | { ok: false; lineNumber: number; why: string }

export const readXml = (text: string): Xml => {
  const parser = new SaxesParser()
  const open: Element[] = []
  let root: Element | null = null
  let why: string | null = null
  parser.on('error', ({ message }) => (why ??= message))
  parser.on('doctype', () => (why ??= 'a document type is not expected'))
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1)
    const element = { name: local, attributes, children: [], text: '', lineNumber: parser.line }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
    if (open.length > DEPTH_MAX) why ??= `more than ${DEPTH_MAX} elements are nested`
  })
  parser.on('text', (more) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += more
  })
  parser.on('cdata', (more) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += more
  })
  parser.on('closetag', () => void open.pop())
  // By parts: the first problem ends the reading.
  for (let from = 0; from < text.length && why === null; from += PART) {
    parser.write(text.slice(from, from + PART))
  }
  if (why === null) parser.close()
  if (why !== null || root === null) {
    return { ok: false, lineNumber: parser.line, why: why ?? 'an element is expected' }
  }
  return { ok: true, root }
}

const PART = 64 * 1024

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The first element on this path. */
export const childAt = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => childrenOf(at, name)[0], element)

export const textAt = (element: Element | undefined, ...path: string[]): string =>
  childAt(element, ...path)?.text.trim() ?? ''
