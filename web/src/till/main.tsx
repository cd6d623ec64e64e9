import '../components/tokens.css'
import './till.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyAppearance, keptAppearance } from '../components/appearance.ts'
import { applyLanguage, firstLanguage } from '../texts/language.ts'
import { App } from './app.tsx'
import { applyRoll } from './print/roll.ts'
import { startWorker } from './worker/start.ts'

// The service worker does not control /till itself.
if (location.pathname === '/till') location.replace(`/till/${location.search}`)

const language = firstLanguage()
applyLanguage(language)
applyAppearance(keptAppearance())
applyRoll()
createRoot(document.querySelector('#app') as HTMLElement).render(
  <StrictMode>
    <App first={language} />
  </StrictMode>,
)
startWorker()
