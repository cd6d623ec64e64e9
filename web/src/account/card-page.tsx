import type { ReactNode } from 'react'
import { ChooseLanguage, Mark } from '../frame/brand.tsx'
import './account.css'

/** A page of one card, for people who are not signed in yet. */
export const CardPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="gate">
    <title>{`${title} · Wasl`}</title>
    <header className="gate-bar">
      <span className="mark">
        <Mark />
        <span>Wasl · وصل</span>
      </span>
      <ChooseLanguage />
    </header>
    <main className="card gate-card">
      <div className="body form">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  </div>
)
