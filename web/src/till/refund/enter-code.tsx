import { formatRefundCode, readRefundCode } from '@wasl/protocol/refund-code'
import { IconCamera } from '@tabler/icons-react'
import { useId, useState, type FormEvent } from 'react'
import { Act, Go, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useReader } from '../collect/reader.ts'
import { Camera } from '../scan/camera.tsx'
import { REFUND } from './texts.ts'

const EXAMPLE = '1001-K7QM-3F9X-2HT4'

/** The shortest code: a partner of one digit, and twelve characters. */
const LENGTH_MIN = 13

/** The code as it is shown; null while it is not a code. */
const codeIn = (text: string): string | null => {
  const code = readRefundCode(text)
  return code === null ? null : formatRefundCode(code)
}

const isLong = (text: string): boolean => text.replaceAll(/[\s-]/g, '').length >= LENGTH_MIN

/** The code, by hand, by camera or by a hardware scanner, and then once more to compare. */
export const EnterCode = ({ onCode }: { onCode: (code: string) => void }) => {
  const t = useTexts(REFUND)
  const [text, setText] = useState('')
  const [isCamera, setCamera] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const why = useId()
  const read = (scanned: string): void => {
    setCamera(false)
    setText(scanned.trim())
    setChecked(codeIn(scanned) !== null)
  }
  useReader(read)
  const code = codeIn(text)
  if (isCamera) return <Camera onCode={read} onLeave={() => setCamera(false)} leave={t('type')} />
  if (isChecked && code !== null) {
    return <Check code={code} onPay={() => onCode(code)} onOther={() => setChecked(false)} />
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setChecked(code !== null)
  }
  const isWrong = code === null && isLong(text)
  return (
    <form className="in-form" onSubmit={submit}>
      <h1>
        <label htmlFor="refund-code">{t('title')}</label>
      </h1>
      <div className="entry">
        <input
          id="refund-code"
          value={text}
          onChange={({ target }) => setText(target.value)}
          aria-describedby={why}
          aria-invalid={isWrong}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={64}
          dir="ltr"
        />
      </div>
      <p
        id={why}
        className={isWrong ? 'notice stop' : 'soft sm'}
        role={isWrong ? 'alert' : undefined}
      >
        {isWrong
          ? t('mistyped')
          : t.rich('hint', {
              code: (
                <bdi className="ref" dir="ltr">
                  {EXAMPLE}
                </bdi>
              ),
            })}
      </p>
      <Way onClick={() => setCamera(true)}>
        <IconCamera aria-hidden />
        {t('camera')}
      </Way>
      <Act>
        <button type="submit" className="go" disabled={code === null}>
          {t('next')}
        </button>
      </Act>
    </form>
  )
}

type CheckProps = { code: string; onPay: () => void; onOther: () => void }

const Check = ({ code, onPay, onOther }: CheckProps) => {
  const t = useTexts(REFUND)
  return (
    <>
      <div className="tile center">
        <h1>{t('check')}</h1>
        <bdi className="otp long" dir="ltr">
          {code}
        </bdi>
      </div>
      <p className="soft center">{t('once')}</p>
      <Act>
        <Go onClick={onPay}>{t('pay')}</Go>
        <Way look="plain" onClick={onOther}>
          {t('other')}
        </Way>
      </Act>
    </>
  )
}
