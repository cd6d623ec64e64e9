/** What the statements of a migration do to processes that run meanwhile, and to those of an older release. */

export type Effects = {
  /** What an older release may still use, and finds no more, a phrase each. */
  takesAway: string[]
  /** For which a table that has rows is locked while it is read or written as a whole, a phrase each. */
  holds: string[]
}

/** Patterns are tried on one statement: without comments, in lower case, with single spaces. */
type Rule = { pattern: RegExp; phrase(found: RegExpExecArray, table: string): string }

/** A check may go: then more is allowed. A key may not: `on conflict` needs it. */
const TAKES_AWAY: readonly Rule[] = [
  { pattern: /^do ''/g, phrase: () => 'has a block of code ("do"), which is not judged' },
  {
    pattern:
      /^drop (table|materialized view|view|function|procedure|sequence|type|index|schema)(?: if exists)? (\S+?)(?=[ (,;]|$)/g,
    phrase: ([, kind, name]) => `drops the ${kind} ${name}`,
  },
  {
    pattern: /\bdrop column (?:if exists )?([^\s,]+)/g,
    phrase: ([, name], table) => `drops the column ${table}.${name}`,
  },
  {
    pattern: /\bdrop constraint (?:if exists )?(?!\S*_(?:check|fkey)\b|%)([^\s,]+)/g,
    phrase: ([, name], table) => `drops the key ${name} of ${table}`,
  },
  {
    pattern: /\brename (?:column )?(?:(\S+) )?to (\S+)/g,
    phrase: ([, name, next], table) =>
      `renames ${name === undefined ? table : `${table}.${name}`} to ${next}`,
  },
  {
    pattern: /\balter (?:column )?(\S+) (?:set data )?type\b/g,
    phrase: ([, name], table) => `changes the type of ${table}.${name}`,
  },
  {
    pattern: /\balter (?:column )?(\S+) set not null/g,
    phrase: ([, name], table) => `lets ${table}.${name} be null no more`,
  },
  {
    pattern: /\balter (?:column )?(\S+) drop default/g,
    phrase: ([, name], table) => `drops the default of ${table}.${name}`,
  },
  {
    pattern:
      /\badd (?:column )?(?:if not exists )?(?!(?:constraint|check|unique|primary|foreign|exclude)\b)(\w+) (?=[^,]*\bnot null\b)(?![^,]*\b(?:default|generated)\b)/g,
    phrase: ([, name], table) => `adds ${table}.${name}, not null and without a default`,
  },
]

const MADE_FOR_EACH_ROW = String.raw`generated always as (?!identity)|generated \w+(?: default)? as identity|default (?:\w+\.)?(?:clock_timestamp|gen_random_uuid|random|nextval|wasl_\w+|uuid\w*)\(`

/** None of a table that the same migration makes. */
const HOLDS: readonly Rule[] = [
  {
    pattern: /\balter (?:column )?(\S+) (?:set data )?type\b/g,
    phrase: (_, table) => `rewrites ${table}`,
  },
  {
    pattern: new RegExp(
      String.raw`\badd (?:column )?(?!constraint\b)(\w+) [^,]*(?:${MADE_FOR_EACH_ROW})`,
      'g',
    ),
    phrase: (_, table) => `rewrites ${table}`,
  },
  {
    pattern:
      /\badd (?:constraint \S+ )?(?:check|foreign key|unique|primary key|exclude)(?!.* not valid)/g,
    phrase: (_, table) => `reads ${table}`,
  },
  { pattern: /\bset not null/g, phrase: (_, table) => `reads ${table}` },
  {
    pattern: /^create (?:unique )?index (?!concurrently)/g,
    phrase: (_, table) => `reads ${table}, and keeps writers waiting`,
  },
  { pattern: /^update /g, phrase: (_, table) => `changes rows of ${table}` },
  { pattern: /^delete from /g, phrase: (_, table) => `deletes rows of ${table}` },
]

export const effectsOf = (sql: string): Effects => {
  const statements = statementsOf(sql)
  const made = new Set(statements.flatMap((one) => MAKES_TABLE.exec(one)?.[1] ?? []))
  const recreated = new Set(statements.flatMap((one) => MAKES.exec(one)?.[1] ?? []))
  const found = (rules: readonly Rule[], statement: string): string[] => {
    const table = ABOUT.exec(statement)?.[1] ?? ''
    if (made.has(table)) return []
    return rules.flatMap(({ pattern, phrase }) =>
      [...statement.matchAll(pattern)].map((one) => phrase(one, table)),
    )
  }
  const isRecreated = (statement: string): boolean =>
    recreated.has(/^drop \w+(?: if exists)? (\w+)/.exec(statement)?.[1] ?? '')
  return {
    takesAway: unique(
      statements.filter((one) => !isRecreated(one)).flatMap((one) => found(TAKES_AWAY, one)),
    ),
    holds: unique(statements.flatMap((one) => found(HOLDS, one))),
  }
}

const MAKES_TABLE = /^create table (?:if not exists )?(\w+)/
const MAKES = /^create (?:or replace )?(?:function|view|index|unique index) (\w+)/

/** The table that a statement is about. */
const ABOUT =
  /^(?:alter table (?:only )?(?:if exists )?|update (?:only )?|delete from |create (?:unique )?index (?:\w+ )?on (?:only )?)(\w+)/

const unique = (phrases: string[]): string[] => [...new Set(phrases)]

/** Bodies of functions and texts are left out: what they do happens later, if at all. */
const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => withoutBrackets(statement.replaceAll(/\s+/g, ' ').trim()))
    .filter((statement) => statement !== '')

/** A comma in brackets separates no actions: `numeric(10, 2)`. */
const withoutBrackets = (statement: string): string => {
  const next = statement.replaceAll(/\([^()]*\)/g, '[]')
  return next === statement ? next.replaceAll('[]', '()') : withoutBrackets(next)
}
