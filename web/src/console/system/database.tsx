import type { AnswerOf } from '../../api/contract.ts'
import { Card } from '../../shared/page.tsx'
import { Pairs } from '../../shared/pairs.tsx'
import { useTexts } from '../../shared/texts.ts'
import { Bytes, Duration } from './measures.tsx'
import { SYSTEM } from './texts.ts'

type Report = AnswerOf<'GET /operator/v1/system'>

/** The database, as its own statistics show it. */
export const Database = ({ database }: Pick<Report, 'database'>) => {
  const t = useTexts(SYSTEM)
  const { standbys } = database
  return (
    <Card title={t('database')}>
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

export const Tables = ({ tables }: { tables: Report['database']['tables'] }) => {
  const t = useTexts(SYSTEM)
  return (
    <Card title={t('tables')} isTable>
      <table>
        <caption className="hide">{t('tables')}</caption>
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
                <bdi className="code">{table}</bdi>
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
