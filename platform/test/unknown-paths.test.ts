/** Addresses that lead nowhere: a page for a person, JSON for a program. */
import { expect, test } from 'vitest'
import { useScene } from './support/scene.ts'

const scene = useScene()

/** As a browser asks for a page. */
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const open = async (path: string, headers: Record<string, string>) => {
  const response = await fetch(`${scene.platform.origin}${path}`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test.each([
  ['fr', 'Cette page n’existe pas'],
  ['ar', 'هذه الصفحة غير موجودة'],
  ['en', 'This page does not exist'],
])('a browser in %s gets a page that says so, with the ways in', async (language, says) => {
  const { status, headers, text } = await open('/nowhere', {
    accept: ACCEPT,
    'accept-language': language,
  })
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('vary')).toBe('accept, accept-language')
  expect(text).toContain(`<html lang="${language}"`)
  expect(text).toContain(says)
  for (const door of ['/console', '/portal', '/till']) expect(text).toContain(`href="${door}"`)
})

test('a program gets JSON, and so does a method that an address does not have', async () => {
  for (const accept of ['*/*', 'application/json']) {
    const { status, text } = await open('/nowhere', { accept })
    expect([status, JSON.parse(text).error]).toEqual([404, 'ROUTE404_NOT_FOUND'])
  }
  const { status, text } = await open('/account/v1/sign-in/pin', { accept: ACCEPT })
  expect([status, JSON.parse(text).error]).toEqual([405, 'REQUEST405_METHOD_NOT_ALLOWED'])
})
