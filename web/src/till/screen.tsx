import { lazy, type ComponentType } from 'react'
import { APP } from './app.texts.ts'
import { useRoute } from './base/route.ts'
import { useTexts } from './base/texts.ts'
import { CollectScreen } from './collect/collect-screen.tsx'
import { loadTaking } from './collect/load-taking.ts'
import { Loading } from './loading.tsx'
import { isPlace, type Place } from './places.ts'

const AmountScreen = lazy(async () => ({ default: (await loadTaking()).AmountScreen }))
const ReceiptScreen = lazy(async () => ({ default: (await loadTaking()).ReceiptScreen }))
const MenuScreen = lazy(async () => ({
  default: (await import('./menu-screen.tsx')).MenuScreen,
}))
const ScanScreen = lazy(async () => ({
  default: (await import('./scan/scan-screen.tsx')).ScanScreen,
}))
const QrScreen = lazy(async () => ({ default: (await import('./scan/qr-screen.tsx')).QrScreen }))
const TodayScreen = lazy(async () => ({
  default: (await import('./today/today-screen.tsx')).TodayScreen,
}))
const RoundScreen = lazy(async () => ({
  default: (await import('./round/round-screen.tsx')).RoundScreen,
}))
const ShiftScreen = lazy(async () => ({
  default: (await import('./shift/shift-screen.tsx')).ShiftScreen,
}))
const HandoverScreen = lazy(async () => ({
  default: (await import('./handover/handover-screen.tsx')).HandoverScreen,
}))
const DepositScreen = lazy(async () => ({
  default: (await import('./deposit/deposit-screen.tsx')).DepositScreen,
}))
const RefundScreen = lazy(async () => ({
  default: (await import('./refund/refund-screen.tsx')).RefundScreen,
}))
const TeamScreen = lazy(async () => ({
  default: (await import('./team/team-screen.tsx')).TeamScreen,
}))
const OutboxScreen = lazy(async () => ({
  default: (await import('./outbox/outbox-screen.tsx')).OutboxScreen,
}))

/** The screen of this place. */
export const Screen = () => (
  <Loading>
    <Here />
  </Loading>
)

/** The screen of each place; some are about one payment or code. */
const SCREENS: Record<Place, ComponentType<{ id: string }>> = {
  collect: CollectScreen,
  pay: ({ id }) => <AmountScreen paymentId={id} />,
  receipt: ({ id }) => <ReceiptScreen paymentId={id} />,
  scan: ScanScreen,
  qr: ({ id }) => <QrScreen token={id} />,
  today: TodayScreen,
  round: RoundScreen,
  shift: ShiftScreen,
  handover: HandoverScreen,
  deposit: DepositScreen,
  refund: RefundScreen,
  team: TeamScreen,
  outbox: OutboxScreen,
  menu: MenuScreen,
}

const Here = () => {
  const t = useTexts(APP)
  const [place = 'collect', id = ''] = useRoute()
  if (!isPlace(place)) {
    return (
      <>
        <h1>{t('till')}</h1>
        <p className="notice">{t('unknown')}</p>
      </>
    )
  }
  const Chosen = SCREENS[place]
  return <Chosen id={id} />
}
