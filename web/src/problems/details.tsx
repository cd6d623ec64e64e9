import type { ApiFailure } from '../api/failure.ts'
import { OutsideText } from './outside-text.tsx'

/** What was wrong, place by place, as the platform says it. */
export const Details = ({ refusal }: { refusal: ApiFailure }) => {
  const details = Object.entries(refusal.fields)
  // One sentence about the whole is the message itself.
  if (details.length === 0 || (details.length === 1 && details[0]?.[0] === '')) return null
  return (
    <ul className="details">
      {details.map(([path, message]) => (
        <li key={path}>
          {path !== '' && (
            <span className="ref">
              <OutsideText>{path}</OutsideText>
            </span>
          )}{' '}
          <span dir="auto">{message}</span>
        </li>
      ))}
    </ul>
  )
}
