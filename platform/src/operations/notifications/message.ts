/** A notification as people read it, in the operator's language (W145). Pure. */
import type { Language } from '@wasl/protocol'
import { partnerText } from '../../delivery/lookups/partner-text.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { pageOf, type NotificationItem } from './incident.ts'
import { BRAND, INCIDENT_TEXTS, MESSAGE_TEXTS } from './texts.ts'

export type Message = { subject: string; text: string; items: MessageItem[] }

export type MessageItem = { text: string; link: string }

/** Longer subjects are cut: some programs show no more, and a header line has a limit. */
const SUBJECT_MAX = 120

/**
 * The subject and the text of a message. Names from outside are on one line and isolated: they cannot
 * begin a header, nor turn the text around them.
 *
 * @param origin of the console, without a trailing slash.
 */
export const messageOf = (
  items: readonly NotificationItem[],
  language: Language,
  origin: string,
): Message => {
  const shown = items.map((item) => ({
    title: titleOf(item, language),
    time: timeOf(item, language),
    link: `${origin}${pageOf(item.kind, partnerIn(item))}`,
  }))
  const first = shown[0]?.title ?? ''
  const subject = items.length === 1 ? `${BRAND[language]}${first}` : severalOf(items, language)
  return {
    subject: cut(language === 'ar' ? subject : subject.replaceAll(ISOLATES, '')),
    text: shown.map(({ title, time, link }) => `${title}\n${time}${link}\n`).join('\n'),
    items: shown.map(({ title, link }) => ({ text: title, link })),
  }
}

export const partnerIn = ({ partnerId }: NotificationItem): string | null =>
  partnerId === 0 ? null : partnerWireId(partnerId)

const titleOf = (item: NotificationItem, language: Language): string => {
  const { kind, phase } = item
  if (kind === null || phase === 'test') return MESSAGE_TEXTS.test[language]
  return fill(INCIDENT_TEXTS[kind][phase][language], {
    partner: isolated(item.partnerName ?? partnerIn(item) ?? ''),
    count: String(item.facts.count),
    detail: isolated(item.facts.detail ?? ''),
  })
}

const timeOf = ({ phase, began, ended }: NotificationItem, language: Language): string => {
  if (phase === 'test') return ''
  const times = { began: isolated(began), ended: isolated(ended ?? '') }
  return `${fill(MESSAGE_TEXTS[phase === 'ended' ? 'lasted' : 'since'][language], times)}\n`
}

const severalOf = (items: readonly NotificationItem[], language: Language): string => {
  const ended = items.filter(({ phase }) => phase === 'ended').length
  return fill(MESSAGE_TEXTS.several[language], {
    began: String(items.length - ended),
    ended: String(ended),
  })
}

/** Left out of subjects that have one direction, so that a plain one needs no encoding. */
const ISOLATES = /[\u2068\u2069]/g

/** Of one line, between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. */
const isolated = (text: string): string => `\u2068${partnerText(text)}\u2069`

/** In one pass: a value that looks like a placeholder stays as it is. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

const cut = (subject: string): string => {
  const characters = Array.from(subject)
  if (characters.length <= SUBJECT_MAX) return subject
  return `${characters.slice(0, SUBJECT_MAX - 1).join('')}…`
}
