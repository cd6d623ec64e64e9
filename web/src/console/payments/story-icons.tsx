import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconFileText,
  IconLock,
  IconSend,
  IconX,
} from '@tabler/icons-react'

/** The marks of a payment's timeline. Those that point turn round with the page. */
export const ICONS = {
  answer: <IconFileText className="flip" />,
  lock: <IconLock />,
  tick: <IconCheck />,
  send: <IconSend className="flip" />,
  cross: <IconX />,
  clock: <IconClock />,
  back: <IconArrowBackUp className="flip" />,
} as const
