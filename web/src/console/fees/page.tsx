import { FilterBar } from '../../lists/filter-bar.tsx'
import { Page, Tabs } from '../../components/page.tsx'
import { useFilters } from '../../lists/search-params.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { MONEY } from '../money/money.texts.ts'
import { useChannels, usePartners } from '../money/partners.ts'
import { ProposeTerms } from './propose.tsx'
import { FEES } from './texts.ts'
import { CommissionVersions, FeeVersions } from './versions.tsx'

const useFeeTabs = () => {
  const t = useTexts(FEES)
  return [
    { to: '/fees', label: t('title') },
    { to: '/fees/commissions', label: t('commissions') },
  ]
}

/** The fees of one partner. */
export const FeesPage = () => {
  const t = useTexts(FEES)
  const m = useTexts(MONEY)
  const { filters, set, clear } = useFilters()
  const partners = usePartners()
  const partnerId = filters['partnerId'] ?? partners[0]?.value
  return (
    <Page
      title={t('title')}
      permission="statements.view"
      actions={partnerId !== undefined && <ProposeTerms of={{ partnerId }} />}
    >
      <Tabs tabs={useFeeTabs()} />
      <FilterBar
        filters={[{ name: 'partnerId', label: m('partner'), kind: 'choice', options: partners }]}
        values={{ partnerId: partnerId ?? '' }}
        onChange={set}
        onClear={clear}
      />
      {partnerId === undefined ? (
        <Empty why={t('noPartner')} />
      ) : (
        <FeeVersions partnerId={partnerId} />
      )}
    </Page>
  )
}

/** What one channel earns of each payment that it takes. */
export const CommissionsPage = () => {
  const t = useTexts(FEES)
  const m = useTexts(MONEY)
  const { filters, set, clear } = useFilters()
  const channels = useChannels()
  const channelId = filters['channelId'] ?? channels[0]?.value
  return (
    <Page
      title={t('commissions')}
      permission="statements.view"
      actions={channelId !== undefined && <ProposeTerms of={{ channelId }} />}
    >
      <Tabs tabs={useFeeTabs()} />
      <FilterBar
        filters={[{ name: 'channelId', label: m('channel'), kind: 'choice', options: channels }]}
        values={{ channelId: channelId ?? '' }}
        onChange={set}
        onClear={clear}
      />
      {channelId === undefined ? (
        <Empty why={t('noChannel')} />
      ) : (
        <CommissionVersions channelId={channelId} />
      )}
    </Page>
  )
}
