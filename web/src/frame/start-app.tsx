import '../components/mantine.css'
import '../components/tokens.css'
import './frame.css'
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect, useMemo, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { RawIntlProvider } from 'react-intl'
import { applyAppearance, keptAppearance } from '../components/appearance.ts'
import {
  applyLanguage,
  DIRECTIONS,
  firstLanguage,
  LanguageContext,
  type Language,
} from '../texts/language.ts'
import { intlOf } from '../texts/own-numbers.ts'
import { speakOwnLanguage } from '../problems/own-validation.ts'
import { queries } from '../session/queries.ts'
import { SignInProvider } from '../sign-in/sign-in-provider.tsx'
import { StepUpProvider } from '../sign-in/step-up/step-up-provider.tsx'
import { theme, variables } from '../components/theme.ts'
import { ZONE } from '../time/zone.ts'

/** The nonce of this answer, which the policy demands of every style that is added later. */
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Mounts an application of Mantine. The till has its own, lighter start. */
export const startApp = (content: ReactNode): void => {
  const language = firstLanguage()
  applyLanguage(language)
  applyAppearance(keptAppearance())
  speakOwnLanguage()
  // react-remove-scroll, inside Mantine, reads it there.
  Object.assign(globalThis, { __webpack_nonce__: nonce })
  createRoot(document.querySelector('#app') as HTMLElement).render(
    <StrictMode>
      <DirectionProvider initialDirection={DIRECTIONS[language]}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={variables}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <QueryClientProvider client={queries}>
            <InLanguage first={language}>
              <SignInProvider>
                <StepUpProvider>{content}</StepUpProvider>
              </SignInProvider>
            </InLanguage>
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  )
}

const InLanguage = ({ first, children }: { first: Language; children: ReactNode }) => {
  const [language, choose] = useState(first)
  const { setDirection } = useDirection()
  const intl = useMemo(() => intlOf(language, { timeZone: ZONE }), [language])
  useEffect(() => {
    applyLanguage(language)
    setDirection(DIRECTIONS[language])
  }, [language, setDirection])
  return (
    <LanguageContext value={{ language, choose }}>
      <RawIntlProvider key={language} value={intl}>
        {children}
      </RawIntlProvider>
    </LanguageContext>
  )
}
