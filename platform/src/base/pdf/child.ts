/**
 * The program that makes a PDF, or a PNG of so many pixels in width. It reads the data of a template
 * from its standard input as JSON, and writes the file to its standard output.
 *
 *   node child.ts /path/to/template.typ
 *   node child.ts /path/to/template.typ 384
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { readFonts } from './fonts.ts'

const [, , template = '', pixels] = process.argv
const data = await buffer(process.stdin)
// Typst reads files of this folder only. The data is a file in memory, and never markup.
const workspace = dirname(template)
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: readFonts() }] })
compiler.mapShadow(join(workspace, 'data.json'), data)
const source = { mainFileContent: readFileSync(template, 'utf8') }
if (pixels === undefined) process.stdout.write(compiler.pdf(source))
else {
  // Loaded for those that need it.
  const { bitmapOf } = await import('./bitmap.ts')
  process.stdout.write(bitmapOf(compiler.plainSvg(source), Number(pixels)))
}
