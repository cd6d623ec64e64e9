import type { ShiftRecord } from '@wasl/protocol'

export type ShiftProps = { shift: ShiftRecord; onChange: () => void }
