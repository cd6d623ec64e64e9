import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** The one accent, in Mantine's ten steps; the sixth is `--brand` of tokens.css. */
const GREEN: MantineColorsTuple = [
  '#e7f1ec',
  '#cfe4da',
  '#b4d3c6',
  '#8dbba7',
  '#5d9a84',
  '#2f7a62',
  '#0d5c46',
  '#0a4836',
  '#08392b',
  '#052a1f',
]

/** Mantine's parts in the look of tokens.css. */
export const theme = createTheme({
  primaryColor: 'green',
  colors: { green: GREEN },
  primaryShade: { light: 6, dark: 6 },
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'sm',
  radius: { sm: '0.5rem', md: '0.875rem', lg: '1.25rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
})

/** Mantine's colours are those of tokens.css, which pass the contrast that its own do not. */
export const variables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--soft)',
    '--mantine-color-placeholder': 'var(--soft)',
    '--mantine-color-error': 'var(--stop)',
    '--mantine-color-default': 'var(--card)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--edge)',
    '--mantine-color-anchor': 'var(--brand)',
    '--mantine-primary-color-filled': 'var(--brand)',
    '--mantine-primary-color-filled-hover': 'var(--brand-deep)',
    '--mantine-primary-color-contrast': 'var(--on-brand)',
    '--mantine-primary-color-light': 'var(--tint)',
    '--mantine-primary-color-light-color': 'var(--brand)',
  }
  return { variables: {}, light: both, dark: both }
}
