import type { OperatorStatement } from '@wasl/protocol'
import { useMutation } from '@tanstack/react-query'
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import type { BrowserVerdict } from '@wasl/protocol/statement-manifests'
import { addressOf } from '../../api/call.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { useLanguage } from '../../texts/language.ts'
import { Card } from '../../components/page.tsx'
import { useMe } from '../../session/session.ts'
import { Failed, Refused } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { verifyDownloaded } from '../../payments/verify-statement.ts'
import { MONEY } from '../money/money.texts.ts'
import { STATEMENTS } from './texts.ts'

const FILES = [
  { format: 'pdf', name: 'PDF', use: 'forArchive' },
  { format: 'xlsx', name: 'XLSX', use: 'forSheets' },
  { format: 'csv-excel', name: 'CSV', use: 'forSheets' },
  { format: 'csv', name: 'CSV', use: 'forMachines' },
  { format: 'json', name: 'JSON', use: 'forMachines' },
] as const

/** The documents, and the signed manifest. */
export const Files = ({ statement: { statementId } }: { statement: OperatorStatement }) => {
  const t = useTexts(STATEMENTS)
  const m = useTexts(MONEY)
  const me = useMe()
  const { language: lang } = useLanguage()
  const params = { statementId }
  if (!me.may('export')) return <Refused permission="export" />
  const file = addressOf('GET /operator/v1/statements/{statementId}/document')
  const manifest = addressOf('GET /operator/v1/statements/{statementId}/manifest')({ params })
  return (
    <Card title={t('files')}>
      <ul className="statement-files">
        {FILES.map(({ format, name, use }) => (
          <li key={format}>
            <span>
              {name} <small>{t(use)}</small>
            </span>
            <a
              className="link"
              href={file({ params, query: { format, lang } })}
              download
              aria-label={`${m('download')} ${name}, ${t(use)}`}
            >
              {m('download')}
            </a>
          </li>
        ))}
        <li>
          <span>
            {t('signed')} <small>{t('forProof')}</small>
          </span>
          <a
            className="link"
            href={manifest}
            download
            aria-label={`${m('download')} ${t('signed')}`}
          >
            {m('download')}
          </a>
        </li>
      </ul>
    </Card>
  )
}

const verify = (statementId: string): Promise<BrowserVerdict> => {
  const params = { statementId }
  return verifyDownloaded(statementId, {
    manifest: addressOf('GET /operator/v1/statements/{statementId}/manifest')({ params }),
    document: addressOf('GET /operator/v1/statements/{statementId}/document')({
      params,
      query: { format: 'json' },
    }),
  })
}

const saysOf = (verdict: BrowserVerdict): 'proofRight' | 'proofUnable' | 'proofWrong' => {
  if (verdict.ok) return 'proofRight'
  return verdict.reason === 'unable' ? 'proofUnable' : 'proofWrong'
}

/** Verified here, from the exact bytes that a partner downloads. */
export const Proof = ({ statementId }: { statementId: string }) => {
  const t = useTexts(STATEMENTS)
  const { data, error, mutate } = useMutation({ mutationFn: () => verify(statementId) })
  return (
    <Card title={t('proof')}>
      {error !== null && <Failed error={error} onAgain={() => mutate()} />}
      {data === undefined ? (
        error === null && (
          <ActionButton permission="export" onClick={() => mutate()}>
            {t('verify')}
          </ActionButton>
        )
      ) : (
        <div aria-live="polite">
          <p className={data.ok ? 'statement-proof' : 'statement-proof neg'}>
            {data.ok ? <IconShieldCheck aria-hidden /> : <IconShieldX aria-hidden />}
            <span>{t(saysOf(data))}</span>
          </p>
          {data.ok ? (
            <>
              <p className="statement-hash">sha256 {data.sha256.match(/.{1,4}/g)?.join(' ')}</p>
              <p className="soft sm">
                {t('key')} <bdi className="code">{data.kid}</bdi>
              </p>
            </>
          ) : (
            <p className="soft sm">
              <bdi className="code">{data.reason}</bdi>
            </p>
          )}
        </div>
      )}
    </Card>
  )
}
