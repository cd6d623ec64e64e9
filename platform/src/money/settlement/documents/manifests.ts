/**
 * The manifests of a partner's statements form a chain: each contains the hash of the one before, in the
 * order of the statements' dates. So they are made one after the other, and each is stored once.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { FewAtOnce } from '../../../base/few-at-once.ts'
import { currentSigningKey, type SigningKeyStore } from '../../../parties/signing-keys/current.ts'
import type { SigningKey } from '../../../parties/signing-keys/signing-key.ts'
import type { StatementLine } from '../statements/statement.ts'
import { csvWriter } from './csv.ts'
import type { ClosedStatement, LinePages, PageWriter } from './document.ts'
import { jsonWriter } from './json.ts'
import { payloadOf, signManifest, type ListedFile } from './sign-manifest.ts'
import { withDocument } from './with-document.ts'

export type StoredManifest = {
  manifest: Buffer
  sha256: string
  jsonSha256: string
  csvSha256: string
  position: number
}

export type ManifestDeps = SigningKeyStore & {
  issuer: () => string
  /** Reading all lines of a statement takes a connection and a processor. */
  few: FewAtOnce
}

type OfStatement = { partnerId: number; statementId: string }

export const readManifestOf = async (
  db: pg.Pool,
  { partnerId, statementId }: OfStatement,
): Promise<StoredManifest | null> => {
  const { rows } = await db.query<StoredManifest>(
    `select manifest, encode(sha256, 'hex') as sha256, encode(json_sha256, 'hex') as "jsonSha256",
      encode(csv_sha256, 'hex') as "csvSha256", position
    from statement_manifests
    where partner_id = $1 and statement_id = $2`,
    [partnerId, statementId],
  )
  return rows[0] ?? null
}

/**
 * The manifest of a closed statement. The first call makes it, and those of earlier statements that have
 * none yet. Processes that make the same one at the same time keep the first. Null without such a
 * statement.
 *
 * @throws LinesDropped when the lines of one of them are dropped.
 */
export const ensureManifest = async (
  deps: ManifestDeps,
  of: OfStatement,
): Promise<StoredManifest | null> => {
  for (;;) {
    const known = await readManifestOf(deps.pool, of)
    if (known !== null) return known
    const next = await firstWithout(deps.pool, of)
    // None is missing: another process has just made it, or there is no such statement.
    if (next === null) return readManifestOf(deps.pool, of)
    await makeManifest(deps, { partnerId: of.partnerId, statementId: next.statementId }, next)
  }
}

type Link = { statementId: string; position: number; previous: string | null }

/** The oldest statement without a manifest, up to this one, and the link that it continues. */
const firstWithout = async (
  db: pg.Pool,
  { partnerId, statementId }: OfStatement,
): Promise<Link | null> => {
  const { rows } = await db.query<Link>(
    `select next.statement_id as "statementId", coalesce(last.position, 0) + 1 as position,
      encode(last.sha256, 'hex') as previous
    from statements asked
    cross join lateral (
      select statement.statement_id
      from statements statement
      where statement.partner_id = asked.partner_id and statement.owner = asked.owner
        and statement.period_from <= asked.period_from and statement.closed_at is not null
        and not exists (
          select
          from statement_manifests made
          where made.partner_id = statement.partner_id
            and made.statement_id = statement.statement_id
        )
      order by statement.period_from
      limit 1
    ) as next
    left join lateral (
      select position, sha256
      from statement_manifests
      where partner_id = asked.partner_id
      order by position desc
      limit 1
    ) as last on true
    where asked.partner_id = $1 and asked.statement_id = $2 and asked.owner = 'prt_' || $1
      and asked.closed_at is not null`,
    [partnerId, statementId],
  )
  return rows[0] ?? null
}

const makeManifest = async (
  { pool, keyring, issuer, few }: ManifestDeps,
  of: OfStatement,
  { position, previous }: Link,
): Promise<void> => {
  const listed = await few.run(() =>
    withDocument(pool, of, async ({ statement, lines }) => ({
      statement,
      files: await hashFiles(statement, lines),
    })),
  )
  if (listed === null) return
  const { statement, files } = listed
  const { key, issuedAt } = await keyAndTime({ pool, keyring })
  const payload = payloadOf({ issuer: issuer(), statement, files, previous, issuedAt })
  await pool.query(
    `insert into statement_manifests
      (partner_id, statement_id, position, manifest, previous_sha256, json_sha256, csv_sha256)
    values ($1, $2, $3, $4, decode($5, 'hex'), decode($6, 'hex'), decode($7, 'hex'))
    on conflict do nothing`,
    [
      of.partnerId,
      of.statementId,
      position,
      signManifest(key, payload),
      previous,
      files.json.sha256,
      files.csv.sha256,
    ],
  )
}

/** The key and a time at which it signs: the key before and after the time is the same. */
const keyAndTime = async (store: SigningKeyStore): Promise<{ key: SigningKey; issuedAt: Date }> => {
  for (;;) {
    const key = await currentSigningKey(store, 'statement')
    const issuedAt = await clockOf(store.pool)
    const after = await currentSigningKey(store, 'statement')
    if (after.kid === key.kid) return { key, issuedAt }
  }
}

const clockOf = async (pool: pg.Pool): Promise<Date> => {
  const { rows } = await pool.query<{ now: Date }>('select wasl_now() as now')
  const [row] = rows
  if (row === undefined) throw new Error('the database told no time')
  return row.now
}

/** Both documents from one reading of the lines. */
const hashFiles = async (
  statement: ClosedStatement,
  pages: LinePages,
): Promise<{ json: ListedFile; csv: ListedFile }> => {
  const json = hashing(jsonWriter(statement))
  const csv = hashing(csvWriter(statement))
  for await (const lines of pages) {
    json.add(lines)
    csv.add(lines)
  }
  return { json: json.listed(), csv: csv.listed() }
}

const hashing = ({ head, page, tail }: PageWriter) => {
  const hash = createHash('sha256')
  let bytes = 0
  const add = (text: string): void => {
    hash.update(text)
    bytes += Buffer.byteLength(text)
  }
  add(head)
  return {
    add: (lines: readonly StatementLine[]): void => add(page(lines)),
    listed(): ListedFile {
      add(tail)
      return { sha256: hash.digest('hex'), bytes }
    },
  }
}
