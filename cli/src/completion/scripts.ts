/** Completion scripts for shells. They are static: completion runs no program. */
import type { Branch } from './tree.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof SHELLS)[number]

export const completionScript = (shell: Shell, branches: readonly Branch[]): string => {
  switch (shell) {
    case 'bash':
      return bash(branches)
    case 'zsh':
      return zsh(branches)
    default:
      return fish(branches)
  }
}

const FILE_OPTIONS =
  '--request|--body|--headers|--junit|--html|--data-dir|--api-secret-file|--hmac-secret-file'

const pathsOf = (branches: readonly Branch[]): string =>
  branches
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => `'${path.join(' ')}'`)
    .join('|')

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const wordsOf = ({ words }: Branch): string => words.map(({ word }) => word).join(' ')

const valueCases = (branches: readonly Branch[], reply: (values: string[]) => string): string =>
  Object.entries(Object.assign({}, ...branches.map(({ values }) => values)) as Branch['values'])
    .map(([option, values]) => `    ${option}) ${reply(values)}; return ;;`)
    .join('\n')

const bash = (branches: readonly Branch[]): string => `# wasl completion for bash
# To use it: eval "$(wasl completion bash)", or put that line into ~/.bashrc
_wasl() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" at='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in
      ${pathsOf(branches)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$previous" in
    ${FILE_OPTIONS}) COMPREPLY=($(compgen -f -- "$current")); return ;;
${valueCases(branches, (values) => `COMPREPLY=($(compgen -W ${quoted(values.join(' '))} -- "$current"))`)}
  esac
  case "$at" in
${branches.map((branch) => `    ${quoted(branch.path.join(' '))}) COMPREPLY=($(compgen -W ${quoted(wordsOf(branch))} -- "$current")) ;;`).join('\n')}
  esac
}
complete -F _wasl wasl
`

const described = ({ words }: Branch): string =>
  words
    .map(({ word, description }) =>
      quoted(`${word.replaceAll(':', String.raw`\:`)}:${description}`),
    )
    .join(' ')

const zsh = (branches: readonly Branch[]): string => `#compdef wasl
# wasl completion for zsh
# To use it: eval "$(wasl completion zsh)", or put that line into ~/.zshrc
_wasl() {
  local previous="\${words[CURRENT-1]}" at='' word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${pathsOf(branches)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$previous" in
    ${FILE_OPTIONS}) _files; return ;;
${valueCases(branches, (values) => `compadd ${values.map(quoted).join(' ')}`)}
  esac
  case "$at" in
${branches.map((branch) => `    ${quoted(branch.path.join(' '))}) found=(${described(branch)}) ;;`).join('\n')}
  esac
  _describe 'wasl' found
}
compdef _wasl wasl
`

const fish = (branches: readonly Branch[]): string => {
  const lines = branches.flatMap(({ path, words, values }) => {
    const condition = quoted(`__wasl_at ${path.join(' ')}`.trim())
    return words.map(({ word, description }) => {
      const about = description === '' ? '' : ` -d ${quoted(description)}`
      if (!word.startsWith('--')) return `complete -c wasl -f -n ${condition} -a ${word}${about}`
      const name = word.slice(2)
      const choices = values[word]
      const takes = choices ? ` -x -a ${quoted(choices.join(' '))}` : ''
      return `complete -c wasl -n ${condition} -l ${name}${takes}${about}`
    })
  })
  const paths = branches
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => quoted(path.join(' ')))
  return `# wasl completion for fish
# To use it: wasl completion fish | source
function __wasl_at
  set -l at
  for word in (commandline -opc)[2..-1]
    if contains -- (string join ' ' $at $word) ${paths.join(' ')}
      set -a at $word
    end
  end
  test "$at" = "$argv"
end
${lines.join('\n')}
`
}
