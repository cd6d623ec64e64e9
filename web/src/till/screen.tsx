import { lazy } from 'react'
import { APP } from './app.texts.ts'
import { useRoute } from './base/route.ts'
import { useTexts } from './base/texts.ts'
import { CollectScreen } from './collect/collect-screen.tsx'
import { loadTaking } from './collect/load-taking.ts'
import { Loading } from './loading.tsx'

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
const OutboxScreen = lazy(async () => ({
  default: (await import('./outbox/outbox-screen.tsx')).OutboxScreen,
}))

/** The screen of this place. */
export const Screen = () => (
  <Loading>
    <Place />
  </Loading>
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
    case 'refund':
      return <RefundScreen />
    case 'outbox':
      return <OutboxScreen />
    case 'menu':
      return <MenuScreen />
    default:
      return <p className="notice">{t('unknown')}</p>
  }
}
