import type { FollowUp } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../lists/column.ts'
import { FilteredList, useChoice } from '../../lists/filtered-list.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { Day } from '../money/day.tsx'
import { useByPartner } from '../money/filters.ts'
import { Who } from '../money/who.tsx'
import { FollowUpState } from './due.tsx'
import { OpenFollowUp } from './open-dialog.tsx'
import { Said } from './said.tsx'
import { FOLLOW_UPS } from './texts.ts'

const keyOf = ({ followUpId }: FollowUp): string => followUpId

/** What callers wait for: the next shift sees it too. */
export const FollowUpsPage = () => {
  const t = useTexts(FOLLOW_UPS)
  const me = useMe()
  const choice = useChoice()
  return (
    <FilteredList
      title={t('title')}
      permission="payments.view"
      actions={<OpenFollowUp />}
      notice={<p className="soft says">{t('says')}</p>}
      filters={[
        choice('status', t('status'), [
          { value: 'open', label: t('isOpen') },
          { value: 'done', label: t('isDone') },
        ]),
        choice('ownerId', t('owner'), [{ value: me.userId, label: t('mine') }]),
        useByPartner(),
        { name: 'dueUntil', label: t('dueOn'), kind: 'day' },
      ]}
      route="GET /operator/v1/follow-ups"
      keyOf={keyOf}
      columns={useColumns()}
      none={t('none')}
    />
  )
}

const useColumns = (): readonly Column<FollowUp>[] => {
  const t = useTexts(FOLLOW_UPS)
  return [
    {
      id: 'words',
      head: t('words'),
      phone: 'what',
      cell: (row) => (
        <Link
          className="row clip"
          to="/follow-ups/$followUpId"
          params={{ followUpId: row.followUpId }}
        >
          <Said of={row} />
        </Link>
      ),
    },
    {
      id: 'about',
      head: t('about'),
      width: '12rem',
      cell: ({ partnerId }) => (partnerId === null ? t('noSubject') : <Who id={partnerId} />),
    },
    {
      id: 'owner',
      head: t('owner'),
      width: '11rem',
      phone: 'who',
      cell: ({ owner }) =>
        owner === null ? <span className="soft">{t('nobody')}</span> : <bdi>{owner}</bdi>,
    },
    {
      id: 'due',
      head: t('dueOn'),
      width: '9rem',
      phone: 'when',
      cell: ({ dueOn }) => <Day date={dueOn} shows="short" />,
    },
    {
      id: 'state',
      head: t('status'),
      width: '9rem',
      phone: 'state',
      cell: (row) => <FollowUpState of={row} />,
    },
  ]
}
