/** The recipes for Flask and Django in the README of the example without a kit, as they are printed there. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isMissing } from '../../scripts/test/languages.ts'
import { lacksModules } from './support/tools.ts'

const README = join(import.meta.dirname, '../python-without-a-kit/README.md')

const blocks = Array.from(
  readFileSync(README, 'utf8').matchAll(/^```python\n(.*?)^```$/gms),
  ([, code = '']) => code,
)

const recipeOf = (word: string): string => blocks.find((code) => code.includes(word)) ?? ''

const REFERENCES = ['INV-1', 'ECOLE/2026', '/INV//2', 'A%2FB', '100%', 'A+B c?d#e', 'ماء/٢']

/** Calls the application as a WSGI server does: decoded in PATH_INFO, and as it was sent. */
const CALLS = `
import json, sys
from urllib.parse import quote

def call(reference):
    environ = {
        "REQUEST_METHOD": "GET", "SCRIPT_NAME": "", "QUERY_STRING": "", "SERVER_NAME": "localhost",
        "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "wsgi.url_scheme": "http",
        "wsgi.input": sys.stdin.buffer, "wsgi.errors": sys.stderr,
        "PATH_INFO": "/pay/" + reference.encode().decode("latin-1"),
        "RAW_URI": "/pay/" + quote(reference, safe=""),
    }
    return b"".join(application(environ, lambda status, headers, exc_info=None: None)).decode()

print(json.dumps([call(reference) for reference in json.loads(sys.argv[1])]))
`

const PROGRAMS = {
  flask: `from flask import Flask
app = Flask(__name__)
${recipeOf('app.wsgi_app')}    return reference
application = app
`,
  django: `from django.conf import settings
settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="x")
import django
django.setup()
from django.http import HttpResponse
def receive_webhook(request): return HttpResponse("webhook")
def look_up(request, reference): return HttpResponse(reference)
${recipeOf('urlpatterns')}
from django.core.wsgi import get_wsgi_application
application = get_wsgi_application()
`,
}

const isLeftOut = (module: string): boolean => isMissing('python3') || lacksModules([module])

test.for(['flask', 'django'] as const)('%s gets each reference whole', (framework, { skip }) => {
  skip(isLeftOut(framework), `no Python has ${framework}`)
  const program = PROGRAMS[framework] + CALLS
  const args = ['-c', program, JSON.stringify(REFERENCES)]
  const { stdout, stderr } = spawnSync('/usr/bin/python3', args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(REFERENCES)
})
