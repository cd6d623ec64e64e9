import { Outlet } from '@tanstack/react-router'
import { lazy } from 'react'
import { Frame } from '../frame/frame.tsx'
import { loadFile } from '../problems/missing-file.ts'
import { Find } from '../lists/search/find.tsx'
import { SEARCH } from '../lists/search/search.texts.ts'
import { useTexts } from '../texts/texts.ts'
import { navigation } from './navigation.ts'
import { CONSOLE } from './texts.ts'

const ConsoleSearch = lazy(async () => ({
  default: (await loadFile(() => import('./search/console-search.tsx'))).ConsoleSearch,
}))

/** The console: the operator's support, finance, engineers and auditors. */
export const Layout = () => {
  const t = useTexts(CONSOLE)
  const search = useTexts(SEARCH)
  return (
    <Frame
      title={t('title')}
      groups={navigation(t)}
      find={<Find finds={search('find')} Dialog={ConsoleSearch} />}
    >
      <Outlet />
    </Frame>
  )
}
