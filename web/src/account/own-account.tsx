import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OutsideText } from '../problems/outside-text.tsx'
import { useMe } from '../session/session.ts'
import { Failed } from '../components/states.tsx'
import { useTexts } from '../texts/texts.ts'
import { credentialsQuery } from './credentials-query.ts'
import { Look } from './look.tsx'
import { OwnFrame } from './own-frame.tsx'
import { OwnSecurity } from './own-security.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { Loading, Section } from './section.tsx'
import { Sessions } from './sessions.tsx'
import { ACCOUNT } from './texts.ts'

/** A person's own account: how they sign in, where they are signed in, and how it looks. */
export const OwnAccount = () => {
  const t = useTexts(ACCOUNT)
  const me = useMe()
  const { data, error, refetch } = useQuery(credentialsQuery)
  const isSupervising = me.side === 'channel' && me.may('cash.adjust')
  return (
    <OwnFrame title={t('account')}>
      <p className="soft">
        <strong className="strong">
          <OutsideText>{me.name}</OutsideText>
        </strong>
        {me.email !== null && (
          <>
            {' · '}
            <bdi>{me.email}</bdi>
          </>
        )}
      </p>
      {isSupervising && (
        <p>
          <Link className="link" to="/tills">
            {t('tills')}
          </Link>
        </p>
      )}
      {error !== null && <Failed error={error} onAgain={() => void refetch()} />}
      {data === undefined && error === null && (
        <Section title={t('passkeys')}>
          <Loading />
        </Section>
      )}
      {data !== undefined && (
        <>
          <Passkeys passkeys={data.passkeys} />
          <Password credentials={data} />
        </>
      )}
      <OwnSecurity />
      <Sessions />
      <Look />
    </OwnFrame>
  )
}
