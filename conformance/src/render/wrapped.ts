/** Wraps a text to lines of at most `width` columns. A longer word gets a line of its own. */
export const wrapped = (text: string, width: number, first: string, others: string): string[] => {
  const lines: string[] = []
  let line = first
  let isEmpty = true
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line)
      line = others
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line]
}
