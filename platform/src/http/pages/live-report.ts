import { LIVE_CHECKS, type Language, type LiveCheckResult, type LiveRun } from '@wasl/protocol'
import { html, trusted, type Html } from './html.ts'

const TEXTS = {
  en: {
    title: 'Checks of a live integration',
    what:
      'The platform called both addresses and judged the answers. This is not a certificate: ' +
      'run wasl certify for that.',
    started: 'Started',
    by: 'By',
    lookup: 'Lookup address',
    webhook: 'Webhook address',
    check: 'Check',
    outcome: 'Result',
    passed: 'passed',
    failed: 'failed',
    skipped: 'left out',
    interrupted: 'The run was interrupted: not all checks were made.',
    running: 'The run is not finished.',
  },
  fr: {
    title: 'Contrôles d’une intégration en service',
    what: 'La plateforme a appelé les deux adresses et jugé les réponses. Ce n’est pas un certificat : pour cela, lancez wasl certify.',
    started: 'Début',
    by: 'Par',
    lookup: 'Adresse de consultation',
    webhook: 'Adresse des webhooks',
    check: 'Contrôle',
    outcome: 'Résultat',
    passed: 'réussi',
    failed: 'échoué',
    skipped: 'omis',
    interrupted: 'L’exécution a été interrompue : tous les contrôles n’ont pas été faits.',
    running: 'L’exécution n’est pas terminée.',
  },
  ar: {
    title: 'فحوص ربط قيد الخدمة',
    what: 'نادت المنصّة العنوانين وحكمت على الردود. هذه ليست شهادة، فلها شغّلوا wasl certify.',
    started: 'البدء',
    by: 'بطلب من',
    lookup: 'عنوان الاستعلام',
    webhook: 'عنوان الإشعارات',
    check: 'الفحص',
    outcome: 'النتيجة',
    passed: 'ناجح',
    failed: 'فاشل',
    skipped: 'متروك',
    interrupted: 'توقف التشغيل قبل إجراء كل الفحوص.',
    running: 'لم ينته التشغيل.',
  },
} as const satisfies Record<Language, Record<string, string>>

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;color:#1d2420}
table{border-collapse:collapse;width:100%}td,th{padding:.5rem;border-bottom:1px solid #cdd4cf;text-align:start;vertical-align:top}
.passed{color:#0b6b4b}.failed{color:#a11d2a;font-weight:700}.skipped{color:#5a655e}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8em;margin:.25rem 0 0}dt{color:#5a655e}dd{margin:0 0 .5rem}`

/** The report of a run: one file without script, to keep or to send. */
export const liveReport = (run: LiveRun, language: Language): string => {
  const t = TEXTS[language]
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const page = html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${t.title}</title>
        <style>
          ${trusted(STYLE)}
        </style>
      </head>
      <body>
        <h1>${t.title}</h1>
        <p>${t.what}</p>
        <dl>
          <dt>${t.started}</dt>
          <dd><bdi dir="ltr">${run.startedAt}</bdi></dd>
          <dt>${t.by}</dt>
          <dd><bdi>${run.askedBy}</bdi></dd>
          <dt>${t.lookup}</dt>
          <dd><bdi dir="ltr">${run.apiUrl}</bdi></dd>
          <dt>${t.webhook}</dt>
          <dd><bdi dir="ltr">${run.webhookUrl}</bdi></dd>
        </dl>
        ${run.state !== 'finished' && html`<p class="failed">${t[run.state]}</p>`}
        <table>
          <thead>
            <tr>
              <th>${t.check}</th>
              <th>${t.outcome}</th>
            </tr>
          </thead>
          <tbody>
            ${run.results.map((result) => rowOf(result, language))}
          </tbody>
        </table>
      </body>
    </html> `
  return page.markup
}

const rowOf = (result: LiveCheckResult, language: Language): Html => {
  const { check, outcome, problem, status, durationMs, responseBody } = result
  const isShown = outcome === 'failed' && responseBody !== null && responseBody !== ''
  return html`<tr>
    <td>
      ${LIVE_CHECKS[check][language]}${problem !== null && html`<br /><bdi>${problem}</bdi>`}${isShown && html`<pre dir="auto">${responseBody}</pre>`}
    </td>
    <td class="${outcome}">
      ${TEXTS[language][outcome]}${status !== null && html`<br /><bdi dir="ltr">HTTP ${status} · ${durationMs} ms</bdi>`}
    </td>
  </tr>`
}
