import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { saveFile } from '../api/save-file.ts'
import { ActionButton } from '../components/action-button.tsx'
import { PARTS } from '../texts/parts.texts.ts'
import { Problem } from '../problems/problem.tsx'
import { useMe } from '../session/session.ts'
import { useTexts } from '../texts/texts.ts'

export type ExportButtonProps = {
  /** The address of the file. */
  href: string
  /** What the file is called. */
  name: string
  /** Beside it stands another that says which right is missing. */
  isExplained?: boolean
  children: ReactNode
}

/** Saves a file, which the platform takes some seconds to make. Shows why the platform refused it. */
export const ExportButton = (props: ExportButtonProps) => {
  const { href, name, isExplained = false, children } = props
  const id = useId()
  const t = useTexts(PARTS)
  const me = useMe()
  const { mutate, isPending, error } = useMutation({ mutationFn: () => saveFile(href, name) })
  const face = (
    <>
      <IconDownload aria-hidden />
      {children}
    </>
  )
  if (!me.may('export')) {
    return (
      <ActionButton permission="export" isExplained={isExplained} onClick={() => undefined}>
        {face}
      </ActionButton>
    )
  }
  return (
    <div className="refused">
      {/* It stays the same element while the file is made, so that the keyboard stays on it. */}
      <button
        type="button"
        className="btn"
        aria-disabled={isPending}
        aria-describedby={id}
        onClick={() => isPending || mutate()}
      >
        {face}
      </button>
      <p className="why" id={id} role="status">
        {isPending && t('making')}
      </p>
      <Problem error={error} />
    </div>
  )
}
