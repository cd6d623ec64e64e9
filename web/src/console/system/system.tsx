import '../../lists/data-table.css'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { Badge } from '../../components/badge.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment } from '../../time/moment.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Scroll } from '../../components/scroll.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Notifications } from './notifications.tsx'
import { AwayCell, Database, databasesOf, Tables } from './database.tsx'
import { Bytes, Duration } from './measures.tsx'
import { TASKS } from './tasks.texts.ts'
import { SYSTEM } from './texts.ts'

type Report = AnswerOf<'GET /operator/v1/system'>

const EVERY_MS = 10_000

/** What runs, and what needs somebody. */
export const SystemPage = () => {
  const t = useTexts(SYSTEM)
  const query = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => on('GET /operator/v1/system')({ signal }),
    refetchInterval: EVERY_MS,
  })
  return (
    <Page title={t('title')} permission="audit.view">
      <Loaded query={query}>
        {(report) => (
          <div className="stack">
            <Conditions conditions={report.conditions} />
            <Processes processes={report.processes} />
            <div className="cols">
              <div className="stack">
                {databasesOf(report).map(
                  ({ cell, database }) =>
                    database !== null && <Tables key={cell} cell={cell} tables={database.tables} />,
                )}
                <Tasks processes={report.processes} />
              </div>
              <div className="stack">
                {databasesOf(report).map(({ cell, database }) =>
                  database === null ? (
                    <AwayCell key={cell} cell={cell ?? ''} />
                  ) : (
                    <Database key={cell} cell={cell} database={database} />
                  ),
                )}
                <Notifications />
              </div>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

const Conditions = ({ conditions }: Pick<Report, 'conditions'>) => {
  const t = useTexts(SYSTEM)
  if (conditions.length === 0) {
    return (
      <div className="notice done" role="status">
        <IconCheck aria-hidden />
        <p className="strong">{t('well')}</p>
      </div>
    )
  }
  return (
    <>
      {conditions.map(({ condition, severity, subject, value, cell }) => (
        <div
          key={`${cell} ${condition} ${subject}`}
          className={`notice ${severity === 'act' ? 'stop' : 'wait'}`}
          role="status"
        >
          {severity === 'act' ? <IconAlertTriangle aria-hidden /> : <IconClock aria-hidden />}
          <p className="strong">
            {cell !== null && <>{t('cell', { cell })} · </>}
            {t.rich(condition, {
              subject: <TaskName task={subject ?? ''} />,
              value: Math.round(value ?? 0),
              minutes: Math.round((value ?? 0) / 60),
              hours: Math.round((value ?? 0) / 3_600),
            })}
          </p>
        </div>
      ))}
    </>
  )
}

const Processes = ({ processes }: Pick<Report, 'processes'>) => {
  const t = useTexts(SYSTEM)
  return (
    <Card title={t('processes')} isTable>
      <Scroll label={t('processes')}>
        <table className="dense">
          <caption className="hide">{t('processes')}</caption>
          <thead>
            <tr>
              <th>{t('address')}</th>
              <th>{t('state')}</th>
              <th>{t('roles')}</th>
              <th>{t('release')}</th>
              <th>{t('since')}</th>
              <th className="num">{t('connections')}</th>
              <th className="num">{t('memory')}</th>
            </tr>
          </thead>
          <tbody>
            {processes.map((process) => (
              <tr key={process.processId}>
                <td data-phone="what">
                  <bdi className="code">{process.address}</bdi>
                </td>
                <td data-phone="much">
                  <Badge kind={process.isAlive ? 'done' : 'stop'} bare={process.isAlive}>
                    {t(process.isAlive ? 'alive' : 'silent')}
                  </Badge>
                </td>
                <td>
                  <bdi lang="en">{process.roles.join(', ')}</bdi>
                </td>
                <td data-phone="who">
                  <bdi className="now">{process.version}</bdi>
                </td>
                <td data-phone="when">
                  <Moment at={process.startedAt} shows="short" />
                </td>
                <td className="num">{process.connections}</td>
                <td className="num">
                  <Bytes bytes={process.memoryBytes} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  )
}

/** The youngest age of each task: it is enough that one process runs it. */
const youngest = (processes: Report['processes']) => {
  const tasks = processes.filter(({ isAlive }) => isAlive).flatMap((process) => process.tasks)
  const byName = Map.groupBy(tasks, ({ task }) => task)
  return [...byName.values()].flatMap((same) =>
    same.toSorted((one, other) => one.ageSeconds - other.ageSeconds).slice(0, 1),
  )
}

const Tasks = ({ processes }: Pick<Report, 'processes'>) => {
  const t = useTexts(SYSTEM)
  return (
    <Card title={t('tasks')} isTable>
      <table>
        <caption className="hide">{t('tasks')}</caption>
        <thead>
          <tr>
            <th>{t('task')}</th>
            <th className="num">{t('age')}</th>
            <th className="num">{t('pause')}</th>
          </tr>
        </thead>
        <tbody>
          {youngest(processes).map(({ task, ageSeconds, pauseSeconds }) => (
            <tr key={task}>
              <td>
                <TaskName task={task} />
              </td>
              <td className="num">
                <Duration seconds={ageSeconds} />
              </td>
              <td className="num">
                <Duration seconds={pauseSeconds} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** A task in words; any other subject, such as an address, as it is. */
const TaskName = ({ task }: { task: string }) => {
  const t = useTexts(TASKS)
  return isTask(task) ? <>{t(task)}</> : <bdi lang="en">{task}</bdi>
}

const isTask = (task: string): task is keyof typeof TASKS => task in TASKS
