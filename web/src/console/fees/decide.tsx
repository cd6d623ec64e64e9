import type { FeeVersion } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { Act } from '../money/act.tsx'
import { Day } from '../money/day.tsx'
import { MONEY } from '../money/money.texts.ts'
import { FEES } from './texts.ts'

/** Approves or declines a version. The dialog shows what it would have changed before it applies. */
export const FeeSteps = ({ version }: { version: FeeVersion }) => {
  const t = useTexts(FEES)
  const { partnerId, channelId, feeVersionId, from } = version
  if (partnerId !== null) {
    const params = { partnerId, feeVersionId }
    return (
      <Steps
        version={version}
        titles={{ approve: t('approveTitle'), decline: t('declineTitle') }}
        says={<Preview partnerId={partnerId} feeVersionId={feeVersionId} />}
        approve={() =>
          on('POST /operator/v1/partners/{partnerId}/fees/{feeVersionId}/approve')({ params })
        }
        decline={() =>
          on('POST /operator/v1/partners/{partnerId}/fees/{feeVersionId}/decline')({ params })
        }
      />
    )
  }
  const params = { channelId: channelId ?? '', feeVersionId }
  return (
    <Steps
      version={version}
      titles={{ approve: t('approveCommission'), decline: t('declineCommission') }}
      says={<p>{t.rich('approveCommissionSays', { from: <Day date={from} /> })}</p>}
      approve={() =>
        on('POST /operator/v1/channels/{channelId}/commissions/{feeVersionId}/approve')({ params })
      }
      decline={() =>
        on('POST /operator/v1/channels/{channelId}/commissions/{feeVersionId}/decline')({ params })
      }
    />
  )
}

type StepsProps = {
  version: FeeVersion
  titles: { approve: string; decline: string }
  says: ReactNode
  approve: () => Promise<unknown>
  decline: () => Promise<unknown>
}

const Steps = ({ version: { madeBy }, titles, says, approve, decline }: StepsProps) => {
  const m = useTexts(MONEY)
  const me = useMe()
  return (
    <span className="row-acts">
      <Act
        label={m('approve')}
        title={titles.approve}
        says={says}
        permission="statements.approve"
        why={madeBy === me.name ? m('ownWork') : undefined}
        run={approve}
      />
      {me.may('statements.approve') && (
        <Act
          label={m('decline')}
          title={titles.decline}
          look="stop"
          permission="statements.approve"
          run={decline}
        />
      )}
    </span>
  )
}

type PreviewProps = { partnerId: string; feeVersionId: string }

/** The same payments under the fees of today and under these. */
const Preview = ({ partnerId, feeVersionId }: PreviewProps) => {
  const t = useTexts(FEES)
  const query = useQuery({
    queryKey: ['fee preview', feeVersionId],
    queryFn: () =>
      on('GET /operator/v1/partners/{partnerId}/fees/{feeVersionId}/preview')({
        params: { partnerId, feeVersionId },
      }),
  })
  return (
    <Loaded query={query}>
      {({ from, to, payments, gross, current, proposed }) => {
        const change = Math.round((proposed.total - current.total) * 100) / 100
        return (
          <>
            <p className="strong">{t('preview')}</p>
            <p className="soft">
              {t.rich('previewOf', {
                payments,
                from: <Day date={from} />,
                to: <Day date={to} />,
                gross: <Amount dinars={gross} />,
              })}
            </p>
            <Pairs
              figures
              pairs={[
                { name: t('current'), value: <Amount dinars={current.total} currency={false} /> },
                { name: t('proposed'), value: <Amount dinars={proposed.total} currency={false} /> },
                { name: t('change'), value: <Amount dinars={change} />, isSum: true },
              ]}
            />
          </>
        )
      }}
    </Loaded>
  )
}
