import { lazy, Suspense } from 'react'
import { APP } from './app.texts.ts'
import { Waiting } from './base/parts.tsx'
import { useRoute } from './base/route.ts'
import { useTexts } from './base/texts.ts'
import { AmountScreen } from './collect/amount-screen.tsx'
import { CollectScreen } from './collect/collect-screen.tsx'
// Not lazy: money is taken there, perhaps at the moment when the network goes.
import { ReceiptScreen } from './collect/receipt-screen.tsx'

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
const OutboxScreen = lazy(async () => ({
  default: (await import('./outbox/outbox-screen.tsx')).OutboxScreen,
}))

/** The screen of this place. */
export const Screen = () => (
  <Suspense fallback={<Waiting />}>
    <Place />
  </Suspense>
)

const Place = () => {
  const t = useTexts(APP)
  const [place = 'collect', id = ''] = useRoute()
  switch (place) {
    case 'collect':
      return <CollectScreen />
    case 'pay':
      return <AmountScreen paymentId={id} />
    case 'receipt':
      return <ReceiptScreen paymentId={id} />
    case 'scan':
      return <ScanScreen />
    case 'qr':
      return <QrScreen token={id} />
    case 'today':
      return <TodayScreen />
    case 'round':
      return <RoundScreen />
    case 'shift':
      return <ShiftScreen />
    case 'handover':
      return <HandoverScreen />
    case 'deposit':
      return <DepositScreen />
    case 'outbox':
      return <OutboxScreen />
    case 'menu':
      return <MenuScreen />
    default:
      return <p className="notice">{t('unknown')}</p>
  }
}
