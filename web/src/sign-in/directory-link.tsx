import { IconBuilding } from '@tabler/icons-react'
import { useTexts } from '../texts/texts.ts'
import { directoryAddress, organisationHere } from './directory.ts'
import { DIRECTORY_SIGN_IN } from './directory.texts.ts'

/** Signs in through the company in another tab: what is typed on this page stays. */
export const DirectoryLink = ({ organisation = organisationHere(), again = false }) => {
  const t = useTexts(DIRECTORY_SIGN_IN)
  if (organisation === null) return null
  return (
    <a
      className="btn main"
      href={directoryAddress(organisation, again)}
      target="_blank"
      rel="noopener"
    >
      <IconBuilding aria-hidden />
      {t(again ? 'confirm' : 'inNewTab')}
    </a>
  )
}
