import { CopyButton } from '../components/copy-button.tsx'

/** Code to copy: left to right in every language. */
export const CodeBlock = ({ code }: { code: string }) => (
  <div className="code-block">
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
    <pre dir="ltr" tabIndex={0}>
      {code}
    </pre>
    <CopyButton text={code} />
  </div>
)
