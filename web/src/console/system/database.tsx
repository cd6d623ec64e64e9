import { Fragment } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Bytes, Duration } from './measures.tsx'
import { SYSTEM } from './texts.ts'

type Report = AnswerOf<'GET /operator/v1/system'>

type SystemDatabase = Report['database']

/** One database, or that of each cell; `database` is null while its cell is away. */
export const databasesOf = ({ database, cells }: Report) =>
  cells.length === 0 ? [{ cell: null, database }] : cells

/**
 * A database, as its own statistics show it.
 *
 * @param cell null when there is no other database.
 */
export const Database = ({ cell, database }: { cell: string | null; database: SystemDatabase }) => {
  const t = useTexts(SYSTEM)
  const { standbys } = database
  return (
    <Card title={cell === null ? t('database') : t('cell', { cell })}>
      <Pairs
        pairs={[
          { name: 'PostgreSQL', value: <bdi>{database.version}</bdi> },
          { name: t('size'), value: <Bytes bytes={database.bytes} /> },
          {
            name: t('connections'),
            value: t('ofMax', { value: database.connections, max: database.connectionsMax }),
          },
          {
            name: t('oldest'),
            value: <Duration seconds={database.oldestTransactionSeconds} />,
          },
          { name: t('migrations'), value: <bdi>{database.lastMigration ?? ''}</bdi> },
          {
            name: t('standbys'),
            value:
              standbys.length === 0 ? (
                t('none')
              ) : (
                <bdi>{standbys.map(({ name }) => name).join(', ')}</bdi>
              ),
          },
        ]}
      />
    </Card>
  )
}

/** A table's name breaks between its words. */
const TableName = ({ name }: { name: string }) => (
  <bdi className="code">
    {name.split('_').map((word, place) => (
      <Fragment key={place}>
        {place > 0 && (
          <>
            _<wbr />
          </>
        )}
        {word}
      </Fragment>
    ))}
  </bdi>
)

/** The database of a cell that is away. */
export const AwayCell = ({ cell }: { cell: string }) => {
  const t = useTexts(SYSTEM)
  return (
    <Card title={t('cell', { cell })}>
      <Badge kind="stop">{t('away')}</Badge>
    </Card>
  )
}

export const Tables = ({
  cell,
  tables,
}: { cell: string | null } & Pick<SystemDatabase, 'tables'>) => {
  const t = useTexts(SYSTEM)
  const title = cell === null ? t('tables') : t('tablesIn', { cell })
  return (
    <Card title={title} isTable>
      <table>
        <caption className="hide">{title}</caption>
        <thead>
          <tr>
            <th>{t('table')}</th>
            <th className="num">{t('partitions')}</th>
            <th className="num">{t('size')}</th>
          </tr>
        </thead>
        <tbody>
          {tables.map(({ table, partitions, bytes }) => (
            <tr key={table}>
              <td>
                <TableName name={table} />
              </td>
              <td className="num">{partitions === 0 ? '' : partitions}</td>
              <td className="num">
                <Bytes bytes={bytes} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
