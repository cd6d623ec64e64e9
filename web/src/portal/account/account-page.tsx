import type { OwnAccount } from '@wasl/protocol'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Pairs } from '../../components/pairs.tsx'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useAnswer } from '../use-answer.ts'
import { OWN_ACCOUNT } from './texts.ts'

/** Where the partner is paid, to recognise and not to copy. The operator alone changes it. */
export const AccountPage = () => {
  const t = useTexts(OWN_ACCOUNT)
  const query = useAnswer('GET /partner/settings/v1/account', {})
  return (
    <Page title={t('title')} permission="statements.view">
      <Loaded query={query}>
        {({ current, requested }) => (
          <div className="stack">
            {requested !== null && (
              <Card title={t('requested')}>
                <p className="notice wait">{t('requestedSays')}</p>
                <Masked account={requested} sinceName={t('asked')} />
              </Card>
            )}
            {current === null ? (
              <Empty why={t('none')} />
            ) : (
              <Card title={t('current')}>
                <Masked account={current} sinceName={t('since')} />
                <p className="soft sm">{t('masked')}</p>
              </Card>
            )}
            <Card title={t('change')}>
              <p>{t('changeSays')}</p>
            </Card>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

type Account = NonNullable<OwnAccount['current']>

const Masked = ({ account, sinceName }: { account: Account; sinceName: string }) => {
  const t = useTexts(OWN_ACCOUNT)
  const { accountHolder, bank, ending, since } = account
  return (
    <Pairs
      pairs={[
        { name: t('holder'), value: <OutsideText>{accountHolder}</OutsideText> },
        {
          name: t('rib'),
          value: (
            <bdi className="ref" dir="ltr">
              {`${bank}\u00a0•••••\u00a0••••••••\u00a0${ending}`}
            </bdi>
          ),
        },
        { name: sinceName, value: <Moment at={since} shows="day" /> },
      ]}
    />
  )
}
