import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import './field.css'

export type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  /** One short sentence under the field. */
  hint?: ReactNode
}

/** A labelled field of a form. */
export const TextField = ({ label, hint, ...input }: TextFieldProps) => {
  const id = useId()
  return (
    <div className="labelled">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        {...input}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="sm soft">
          {hint}
        </p>
      )}
    </div>
  )
}
