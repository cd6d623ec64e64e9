import { Outlet } from '@tanstack/react-router'
import { Frame } from '../shared/frame.tsx'
import { useTexts } from '../shared/texts.ts'
import { Find } from './search/find.tsx'
import { navigation } from './navigation.ts'
import { CONSOLE } from './texts.ts'

/** The console: the operator's support, finance, engineers and auditors. */
export const Layout = () => {
  const t = useTexts(CONSOLE)
  return (
    <Frame title={t('title')} groups={navigation(t)} find={<Find />}>
      <Outlet />
    </Frame>
  )
}
