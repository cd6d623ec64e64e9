import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { ChoiceField, useApiForm } from '../../components/api-form.tsx'
import { Card } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { useTexts } from '../../texts/texts.ts'
import { SettingDialog } from '../settings/setting-dialog.tsx'
import { FIELDS, SETTINGS, VALUES } from '../settings/texts.ts'
import { PARTNERS } from './partners.texts.ts'

type Settlement = AnswerOf<'GET /operator/v1/partners/{partnerId}/settlement'>

/** The values of each setting, in the order of its choice. */
const CHOICES = {
  schedule: ['manual', 'daily', 'weekly', 'monthly'],
  release: ['at_once', 'banked'],
} as const satisfies { [Name in 'schedule' | 'release']: readonly Settlement[Name][] }

const NAMES = ['schedule', 'release'] as const

/** When statements of the partner are closed, and when their money may be paid. */
export const PartnerSettlement = ({ partnerId }: { partnerId: string }) => {
  const t = useTexts(PARTNERS)
  const set = useTexts(SETTINGS)
  const nameOf = useTexts(FIELDS)
  const wordOf = useTexts(VALUES)
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['partner', partnerId, 'settlement'],
    queryFn: ({ signal }) =>
      on('GET /operator/v1/partners/{partnerId}/settlement')({ params: { partnerId }, signal }),
  })
  return (
    <Card title={t('settlement')}>
      <Loaded query={query}>
        {(settlement) => (
          <>
            <Pairs
              pairs={NAMES.map((name) => ({ name: nameOf(name), value: wordOf(settlement[name]) }))}
            />
            <div className="actions">
              <ActionButton permission="fees.edit" onClick={() => setOpen(true)}>
                {set('edit')}
              </ActionButton>
            </div>
            {isOpen && <EditSettlement settlement={settlement} onClose={() => setOpen(false)} />}
          </>
        )}
      </Loaded>
    </Card>
  )
}

type EditProps = { settlement: Settlement; onClose: () => void }

/** Another person says the same before it changes. */
const EditSettlement = ({ settlement, onClose }: EditProps) => {
  const t = useTexts(PARTNERS)
  const set = useTexts(SETTINGS)
  const nameOf = useTexts(FIELDS)
  const wordOf = useTexts(VALUES)
  const { partnerId, schedule, release } = settlement
  const form = useApiForm<Pick<Settlement, 'schedule' | 'release'>>({ schedule, release })
  const changed = NAMES.filter((name) => form.values[name] !== settlement[name])
  const body = Object.fromEntries(changed.map((name) => [name, form.values[name]]))
  return (
    <SettingDialog
      title={t('editSettlement')}
      verb={set('save')}
      form={form}
      run={() =>
        on('PATCH /operator/v1/partners/{partnerId}/settlement')({ params: { partnerId }, body })
      }
      onClose={onClose}
      {...(changed.length === 0 && { why: set('unchanged') })}
    >
      {NAMES.map((name) => (
        <ChoiceField
          key={name}
          form={form}
          name={name}
          label={nameOf(name)}
          options={CHOICES[name].map((value) => ({ value, label: wordOf(value) }))}
        />
      ))}
    </SettingDialog>
  )
}
