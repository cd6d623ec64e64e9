/**
 * What a page has before its scripts: a sign that it loads, and a way on when a file of the build does
 * not come. That happens while a new build is deployed: the page names files that are gone.
 */
import type { Plugin } from 'vite'

/** Nothing is shown for this long: most pages are there by then. */
const STYLE = `
.boot { display: grid; justify-items: center; gap: 1rem; padding-block-start: 30vh;
  font: 1rem system-ui, sans-serif; animation: boot 0s 0.3s both; }
.boot progress { inline-size: 12rem; accent-color: #0d5c46; }
@keyframes boot { from { visibility: hidden; } to { visibility: visible; } }`

/** Loads the page again once a minute at most; then it says in words what is missing. */
const SCRIPT = `(() => {
  const WORDS = {
    ar: ['تعذّر تحميل هذه الصفحة', 'إمّا أن وصل يُحدَّث الآن، وإمّا أن الاتصال انقطع. انتظر دقيقة ثم أعد التحميل.', 'أعد تحميل الصفحة'],
    fr: ['Cette page n’a pas pu être chargée', 'Soit Wasl est en cours de mise à jour, soit la connexion a échoué. Attendez une minute, puis rechargez.', 'Recharger la page'],
    en: ['This page could not be loaded', 'Either Wasl is being updated, or the connection failed. Wait a minute, then load the page again.', 'Load the page again'],
  }
  const mayReload = () => {
    try {
      const before = Number(sessionStorage.getItem('wasl.reloaded') ?? 0)
      if (Date.now() - before < 60000) return false
      sessionStorage.setItem('wasl.reloaded', String(Date.now()))
      return true
    } catch { return false }
  }
  const kept = () => { try { return localStorage.getItem('wasl.language') } catch { return null } }
  const say = () => {
    const app = document.querySelector('#app')
    if (app === null || app.querySelector('.boot') === null) return
    const known = [kept(), ...navigator.languages.map((one) => one.slice(0, 2)), 'ar']
    const language = known.find((one) => one !== null && one in WORDS)
    const [title, why, verb] = WORDS[language]
    document.documentElement.lang = language
    document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
    const said = document.createElement('div')
    said.className = 'boot'
    said.setAttribute('role', 'alert')
    const add = (name, text) => {
      const part = document.createElement(name)
      part.textContent = text
      said.append(part)
      return part
    }
    add('h1', title)
    add('p', why)
    add('button', verb).onclick = () => location.reload()
    app.replaceChildren(said)
  }
  addEventListener('error', ({ target }) => {
    const isScript = target instanceof HTMLScriptElement
    const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet'
    if (!isScript && !isStyle) return
    if (mayReload()) location.reload()
    else if (isScript) say()
  }, true)
})()`

const LOADING =
  '<div class="boot"><progress aria-label="Wasl"></progress><p>Wasl · <span lang="ar">وصل</span></p></div>'

/** Adds it to the page of each application. The script stands first, so it hears of every file. */
export const bootPage = (): Plugin => ({
  name: 'wasl-boot',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => ({
      html: html.replace('<div id="app"></div>', `<div id="app">${LOADING}</div>`),
      tags: [
        { tag: 'style', attrs: { nonce: '__NONCE__' }, children: STYLE, injectTo: 'head-prepend' },
        {
          tag: 'script',
          attrs: { nonce: '__NONCE__' },
          children: SCRIPT,
          injectTo: 'head-prepend',
        },
      ],
    }),
  },
})
