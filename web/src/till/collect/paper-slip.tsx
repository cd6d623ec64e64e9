import { shownSum } from '@wasl/protocol/shown-money'
import type { ReactNode } from 'react'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { useMe } from '../session/me.ts'
import { Clock } from '../base/clock.tsx'
import { TAKING } from './taking.texts.ts'

type PaperSlipProps = {
  /** What the paper is, in Arabic and in French. */
  stamp: { ar: string; fr: string }
  payee: string
  /** Dinars. */
  amount: number
  reference: string
  at: string
  /** The fine print. */
  children: ReactNode
}

/**
 * What the till prints by itself: in Arabic and in French, and in one direction, whatever the language of
 * the screen.
 */
export const PaperSlip = ({ stamp, payee, amount, reference, at, children }: PaperSlipProps) => {
  const { session, till } = useMe()
  return (
    <article className="on-paper roll" dir="ltr">
      <p className="strong">
        <span lang="ar" dir="rtl">
          وصل
        </span>{' '}
        · Wasl
      </p>
      <p>
        <OutsideText>{till.name}</OutsideText>
        <br />
        <OutsideText>{session.name}</OutsideText>
      </p>
      {till.isTest && (
        <p className="stamp">
          <span lang="ar" dir="rtl">
            {TAKING.test.ar}
          </span>
          <br />
          <span lang="fr">{TAKING.test.fr}</span>
        </p>
      )}
      <p className="stamp">
        <span lang="ar" dir="rtl">
          {stamp.ar}
        </span>
        <br />
        <span lang="fr">{stamp.fr}</span>
      </p>
      <h2>
        <OutsideText>{payee}</OutsideText>
      </h2>
      <p className="sum">
        <bdi dir="ltr">{shownSum(amount, 'fr')}</bdi> DA
      </p>
      <p>
        <span lang="fr">Réf.</span> <Reference>{reference}</Reference> <span lang="ar">المرجع</span>
      </p>
      <p>
        <span lang="fr">Le</span> <Clock at={at} shows="both" /> <span lang="ar">في</span>
      </p>
      {children}
    </article>
  )
}
