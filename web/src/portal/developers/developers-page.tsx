import { useState } from 'react'
import { ShownOnce } from '../../components/copy-button.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Card, Page } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { useAnswer } from '../use-answer.ts'
import { LANGUAGES, receiveSnippet, statusSnippet, type SnippetLanguage } from './snippets.ts'
import { DEVELOPERS } from './texts.ts'

/** The partner’s values, and code that works with them. */
export const DevelopersPage = () => {
  const t = useTexts(DEVELOPERS)
  const query = useAnswer('GET /partner/settings/v1/partner', {})
  const [language, choose] = useState<SnippetLanguage>('Node.js')
  return (
    <Page title={t('title')} permission="partners.view">
      <Loaded query={query}>
        {({ partnerId, apiUrl, webhookUrl }) => {
          const values = { origin: location.origin, partnerId, apiUrl }
          const rows = {
            PARTNER_ID: partnerId,
            WASL_URL: location.origin,
            API_URL: apiUrl,
            WEBHOOK_URL: webhookUrl,
          }
          return (
            <div className="stack">
              <Card title={t('values')}>
                <div className="spaced">
                  {Object.entries(rows).map(([name, value]) => (
                    <ShownOnce key={name} name={name} value={value} />
                  ))}
                </div>
                <p className="soft sm part">{t('secretsSays')}</p>
              </Card>
              <div className="row-actions" role="group" aria-label={t('language')}>
                {LANGUAGES.map((one) => (
                  <button
                    key={one}
                    type="button"
                    className={one === language ? 'btn main' : 'btn'}
                    aria-pressed={one === language}
                    onClick={() => choose(one)}
                  >
                    <bdi>{one}</bdi>
                  </button>
                ))}
              </div>
              <Card title={t('status')}>
                <CodeBlock code={statusSnippet(language, values)} />
              </Card>
              <Card title={t('receive')}>
                <CodeBlock code={receiveSnippet(language, values)} />
              </Card>
              <p>
                <a className="link" href="/docs">
                  {t('reference')}
                </a>
              </p>
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}
