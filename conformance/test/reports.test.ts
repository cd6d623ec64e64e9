/** What reports show, and what they must never show. */
import { beforeAll, describe, expect, test } from 'vitest'
import { checkToText, toHtml, toJson, toJunit, toText } from '../src/index.ts'
import type { CheckResult, Report } from '../src/index.ts'
import { HONEST } from './broken/honest.ts'
import { API_SECRETS, HMAC_SECRETS } from './broken/shop.ts'
import { certifyPartner } from './certify-partner.ts'

const HOSTILE = '<script>alert(1)</script>&"\'\u202E\u001b[31m]]>\u0000'

let report: Report

/** A hostile partner with many faults, which sends back the request headers. */
beforeAll(async () => {
  report = await certifyPartner({
    opensLookup: () => true,
    isFreshWebhook: () => true,
    write: (response, { status, value }, request) => {
      const echo = { ...(value as object), errorMessage: HOSTILE, headers: request.headers }
      response.writeHead(status, { 'content-type': 'application/json', 'x-echo': 'a<b' })
      response.end(JSON.stringify(status === 401 || status === 200 ? echo : value))
    },
    isSigned: (given, body, timestamp, shop) => {
      if (given?.length === 32) throw new Error(shop.hmacSecrets.join())
      return HONEST.isSigned(given, body, timestamp, shop)
    },
    onError: (cause) => ({
      status: 500,
      value: { error: 'X', errorMessage: cause instanceof Error ? cause.message : '' },
    }),
  })
})

const renderings = (): [name: string, text: string][] => [
  ['text', toText(report, { verbose: true, color: true })],
  ['JSON', toJson(report)],
  ['JUnit', toJunit(report)],
  ['HTML', toHtml(report)],
]

describe('every form of a report', () => {
  test('has no secrets, parts of secrets or encoded secrets', () => {
    expect(report.summary.failed).toBeGreaterThan(10)
    expect(report.checks.find(({ id }) => id === 'answers-no-secret')?.outcome).toBe('failed')
    for (const [name, text] of renderings()) {
      for (const secret of [...API_SECRETS, ...HMAC_SECRETS]) {
        for (const form of [
          secret,
          secret.slice(0, -1),
          secret.slice(0, 13),
          secret.toUpperCase(),
        ]) {
          expect(text.includes(form), `${name} shows ${form}`).toBe(false)
        }
        const encoded = Buffer.from(`:${secret}`).toString('base64').slice(0, 20)
        expect(text.includes(encoded), `${name} shows ${encoded}`).toBe(false)
      }
    }
  })

  test('has no secret that the API URL contains', async () => {
    const [secret = ''] = API_SECRETS
    const apiUrl = `http://127.0.0.1:1/${secret}`
    const { target } = await certifyPartner({}, { apiUrl, only: ['connection'] })
    expect(JSON.stringify(target)).not.toContain(secret)
  })

  test('shows the name of the secret that was sent, or how it was changed', () => {
    const shown = report.checks.flatMap(({ sent }) => sent?.headers ?? [])
    const credentials = new Set(
      shown.filter(([name]) => name === 'authorization').map(([, value]) => value),
    )
    expect(credentials).toContain('Bearer <API_SECRET>')
    expect(credentials).toContain('Bearer <API_SECRET without its last character>')
    expect([...credentials].join()).not.toContain('[secret]')
  })

  test('shows the request, the answer and the fix of each failure', () => {
    const failed = report.checks.filter(({ outcome }) => outcome === 'failed')
    for (const { id, sent, received, explanation, remedy } of failed) {
      expect(sent, id).not.toBe(null)
      expect(received, id).not.toBe(null)
      expect(explanation, id).toMatch(/Expected: |In the answer/)
      expect(remedy, id).toMatch(/\.$/)
    }
  })
})

describe('the text', () => {
  test('shows failed checks in detail, and keeps to the width', () => {
    const text = toText(report)
    expect(text).toContain('✗ A lookup without an Authorization header is refused')
    expect(text).toContain('lookup-authorization-missing · sections 4.1')
    expect(text).toContain('Does not conform: ')
    const sentences = text.split('\n').filter((line) => !line.includes('│'))
    const isLong = (line: string): boolean => line.length > 100 && line.trim().includes(' ')
    expect(sentences.filter((line) => isLong(line) && !/\S{80}/.test(line))).toEqual([])
  })

  test('has colours only with the option, and escapes control characters of the partner', () => {
    expect(toText(report)).not.toContain('\u001b')
    expect(toText(report, { color: true })).toContain('\u001b[31m✗')
    expect(toText(report, { verbose: true })).toContain('\\u{202e}')
  })

  test('contains the text of each check', () => {
    // Checks that were skipped for the same reason are joined.
    const whole = report.checks.filter(({ outcome }) => outcome !== 'skipped')
    expect(whole.length).toBeGreaterThan(0)
    for (const check of whole) expect(toText(report)).toContain(checkToText(check))
  })
})

describe('the JUnit file', () => {
  test('is well-formed XML with correct counts', () => {
    const text = toJunit(report)
    const { total, failed, skipped } = report.summary
    // One more for the certificate, which is skipped.
    const counts = `tests="${total + 1}" failures="${failed}" errors="0" skipped="${skipped + 1}"`
    expect(text).toContain(counts)
    expect(text.match(/<testcase /g)?.length).toBe(total + 1)
    expect(text.match(/<failure /g)?.length).toBe(failed)
    expect(wellFormed(text)).toBe(true)
  })
})

describe('the HTML page', () => {
  test('has no script and loads nothing', () => {
    const html = toHtml(report)
    expect(html).not.toMatch(/<script|<link|<img|<iframe|<object|\ssrc=|url\(|@import|\son\w+=/i)
    expect(html).toContain("default-src 'none'")
    expect(html.match(/href="(?!#)/g)).toBe(null)
  })

  test('escapes texts of the partner, and shows invisible characters', () => {
    const html = toHtml(report)
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('\\u{202e}')
    expect(html).not.toContain('\u202E')
  })

  test('closes every tag', () => {
    expect(wellFormed(toHtml(report).replaceAll(/<meta [^>]*>|<!doctype html>/g, ''))).toBe(true)
  })
})

describe('the JSON', () => {
  test('is the report itself', () => {
    expect(JSON.parse(toJson(report))).toEqual(report)
    const [check] = (JSON.parse(toJson(report)) as { checks: CheckResult[] }).checks
    expect(Object.keys(check ?? {}).toSorted()).toEqual([
      'blockedBy',
      'durationMs',
      'explanation',
      'group',
      'id',
      'needs',
      'note',
      'outcome',
      'received',
      'remedy',
      'section',
      'sent',
      'title',
      'warning',
    ])
  })
})

/** Whether tags are balanced, and every < and & belongs to a tag or an entity. */
const wellFormed = (markup: string): boolean => {
  const open: string[] = []
  const rest = markup
    .replaceAll(/<\?.*?\?>|<style>.*?<\/style>/gs, '')
    .replaceAll(
      /<(?<end>\/?)(?<name>[a-z][\w-]*)(?: [\w-]+(?:="[^"<]*")?)*(?<self>\/?)>/gi,
      (...all) => {
        const { end, name, self } = all.at(-1) as Record<'end' | 'name' | 'self', string>
        if (end === '/') return open.pop() === name ? '' : '<'
        if (self === '') open.push(name)
        return ''
      },
    )
  return open.length === 0 && !/[<>]|&(?!(?:amp|lt|gt|quot|apos|#\d+);)/.test(rest)
}
