import { useEffect, useState } from 'react'
import { on } from '../api/call.ts'
import { ApiFailure } from '../api/failure.ts'
import { useLanguage } from '../texts/language.ts'
import { OutsideText } from '../problems/outside-text.tsx'
import { Bone, Failed } from '../components/states.tsx'
import { useTexts } from '../texts/texts.ts'
import { CardPage } from './card-page.tsx'
import { INVITATION } from './invitation.texts.ts'
import type { Invited } from './invited.ts'
import { Join } from './join.tsx'

/** The token stands behind #, which browsers send to nobody. */
const token = (): string => location.hash.slice(1)

/** The page that the link of an invitation opens. */
export const Invitation = () => {
  const t = useTexts(INVITATION)
  const { choose } = useLanguage()
  const [invited, setInvited] = useState<Invited | null>(null)
  const [error, setError] = useState<unknown>(null)

  useEffect(() => {
    const show = (read: Invited): void => {
      // The person who invited knows in which language this one reads.
      choose(read.language)
      setInvited(read)
    }
    on('POST /account/v1/invitations/read')({ body: { token: token() } }).then(show, setError)
  }, [choose])

  // An ended link and a damaged one are the same to a person.
  const isEnded = error instanceof ApiFailure && (error.status === 404 || error.status === 400)
  return (
    <CardPage title={t('title')}>
      {isEnded && <Ended />}
      {error !== null && !isEnded && <Failed error={error} onAgain={() => location.reload()} />}
      {invited === null && error === null && <Bone width="80%" />}
      {invited !== null && (
        <>
          <Greeting invited={invited} />
          <Join token={token()} invited={invited} />
        </>
      )}
    </CardPage>
  )
}

const Ended = () => {
  const t = useTexts(INVITATION)
  return (
    <div className="notice wait" role="alert">
      <div>
        <p className="strong">{t('ended')}</p>
        <p>{t('ended_how')}</p>
      </div>
    </div>
  )
}

const Greeting = ({ invited: { name, invitedBy, organisation } }: { invited: Invited }) => {
  const t = useTexts(INVITATION)
  const by = <OutsideText key="by">{invitedBy}</OutsideText>
  return (
    <div>
      {name !== null && (
        <p className="strong">
          <OutsideText>{name}</OutsideText>
        </p>
      )}
      <p>
        {organisation === null
          ? t.rich('invited_operator', { by })
          : t.rich('invited', {
              by,
              organisation: (
                <strong key="organisation">
                  <OutsideText>{organisation}</OutsideText>
                </strong>
              ),
            })}
      </p>
    </div>
  )
}
