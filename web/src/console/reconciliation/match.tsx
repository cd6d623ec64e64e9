import type {
  BankLine,
  BankProposal,
  MatchBankLineRequest,
  MatchBankLinesRequest,
} from '@wasl/protocol'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../money/amount.tsx'
import { ChoiceField, useApiForm } from '../../components/api-form.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { queries } from '../../session/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { MONEY } from '../money/money.texts.ts'
import { usePartners } from '../money/partners.ts'
import { RECON } from './texts.ts'

const FIELDS = {
  deposit: 'depositId',
  remittance: 'remittanceId',
  payout: 'payoutId',
  refund: 'refundId',
} as const

const isProposable = (kind: string): kind is keyof typeof FIELDS => Object.hasOwn(FIELDS, kind)

/** A choice of the form as the body of the request: `deposit 0198…`, `fee`, `topup`. */
const bodyOf = (choice: string, partnerId: string): MatchBankLineRequest => {
  const [kind = '', id] = choice.split(' ')
  if (id !== undefined && isProposable(kind)) return { [FIELDS[kind]]: id }
  if (id !== undefined) return { sourceId: id }
  if (kind === 'topup') return { partnerId }
  return { as: kind === 'sweep' ? 'sweep' : 'fee' }
}

const GROUP_FIELDS = { ...FIELDS, batch: 'batchId' } as const

/** A proposed group as the body of its request: `group 0` is the first. */
const groupOf = ({ groups }: BankLine, choice: string): MatchBankLinesRequest | null => {
  const [kind, place] = choice.split(' ')
  const group = kind === 'group' ? groups[Number(place)] : undefined
  if (group === undefined) return null
  return {
    bankLineIds: group.bankLineIds,
    things: group.things.map((thing) => ({ [GROUP_FIELDS[thing.kind]]: thing.id })),
  }
}

/** Says what a bank line is: one of the platform’s proposals, or something else. */
export const Match = ({ line }: { line: BankLine }) => {
  const t = useTexts(RECON)
  const m = useTexts(MONEY)
  const [isAsking, setAsking] = useState(false)
  const partners = usePartners()
  const choices = useChoices(line)
  const first = choices[0]?.value ?? 'fee'
  const form = useApiForm({ choice: first, partnerId: '' })
  const { choice, partnerId } = form.values
  const whose = partnerId === '' ? (partners[0]?.value ?? '') : partnerId
  const proposal = line.proposals.find(({ kind, id }) => choice === `${kind} ${id}`)
  const match = async (): Promise<void> => {
    const group = groupOf(line, choice)
    if (group !== null) {
      await on('POST /operator/v1/bank-lines/match')({ body: group })
      await queries.invalidateQueries()
      return
    }
    await on('POST /operator/v1/bank-lines/{bankLineId}/match')({
      params: { bankLineId: line.bankLineId },
      body: bodyOf(choice, whose),
    })
    await queries.invalidateQueries()
  }
  return (
    <>
      <ActionButton permission="recon.resolve" onClick={() => setAsking(true)}>
        {t('match')}
      </ActionButton>
      <ActDialog
        title={t('matchTitle')}
        verb={t('match')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        form={form}
        act={match}
        isChosen={choice !== 'topup' || whose !== ''}
      >
        <p>
          <Amount dinars={line.amount} /> · <OutsideText>{line.description}</OutsideText>
        </p>
        <ChoiceField form={form} name="choice" label={t('what')} options={choices} />
        {choice === 'topup' && (
          <ChoiceField form={form} name="partnerId" label={m('partner')} options={partners} />
        )}
        {proposal && <Difference line={line} proposal={proposal} />}
      </ActDialog>
    </>
  )
}

const useChoices = ({ proposals, groups, amount }: BankLine) => {
  const t = useTexts(RECON)
  const why = ({ amountAgrees, referenceAgrees }: BankProposal): string => {
    if (amountAgrees && referenceAgrees) return t('agrees')
    return amountAgrees ? t('amountAgrees') : t('referenceAgrees')
  }
  const proposed = proposals.map((one) => ({
    value: `${one.kind} ${one.id}`,
    label: `${t(`kind ${one.kind}`)} · ${why(one)}`,
  }))
  const together = groups.map(({ bankLineIds, things }, place) => ({
    value: `group ${place}`,
    label:
      bankLineIds.length > 1
        ? t('partOf', { kind: t(`kind ${things[0]?.kind ?? 'group'}`), count: bankLineIds.length })
        : things[0]?.kind === 'batch'
          ? t('kind batch')
          : t('several', { count: things.length }),
  }))
  const others = amount < 0 ? (['fee', 'sweep'] as const) : (['topup', 'sweep'] as const)
  return [
    ...proposed,
    ...together,
    ...others.map((kind) => ({ value: kind, label: t(`kind ${kind}`) })),
  ]
}

/** A bag that the bank credited with another amount: what is missing is nobody’s until it is decided. */
const Difference = ({ line, proposal }: { line: BankLine; proposal: BankProposal }) => {
  const t = useTexts(RECON)
  if (proposal.amountAgrees || proposal.kind !== 'deposit') return null
  const difference = Math.round((line.amount - proposal.amount) * 100) / 100
  return <p className="why">{t.rich('difference', { amount: <Amount dinars={difference} /> })}</p>
}
