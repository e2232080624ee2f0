// Runs in the browser, after Redoc's own file.
const scheme = matchMedia('(prefers-color-scheme: dark)')

// Redoc's own fonts would have to come from elsewhere.
const fontFamily = 'system-ui, sans-serif'
const code = { fontFamily: 'ui-monospace, Menlo, Consolas, monospace' }

const light = {
  // Redoc's own grey is too pale on the ground of members of members.
  colors: { text: { secondary: '#57606a' } },
  typography: { fontFamily, headings: { fontFamily }, code },
}

const dark = {
  colors: {
    primary: { main: '#79b8ff' },
    success: { main: '#4cc35a' },
    error: { main: '#ff7b72' },
    text: { primary: '#e4e8ec', secondary: '#9aa5b1' },
    border: { light: '#333b44', dark: '#4a545f' },
    gray: { 50: '#1b2128', 100: '#222931' },
  },
  schema: { nestedBackground: '#1b2128', linesColor: '#4a545f' },
  sidebar: { backgroundColor: '#1b2128', textColor: '#e4e8ec', activeTextColor: '#79b8ff' },
  rightPanel: {
    backgroundColor: '#0d1013',
    textColor: '#e4e8ec',
    servers: {
      overlay: { backgroundColor: '#1b2128', textColor: '#e4e8ec' },
      url: { backgroundColor: '#0d1013' },
    },
  },
  codeBlock: { backgroundColor: '#171c22' },
  fab: { backgroundColor: '#333b44', color: '#79b8ff' },
  typography: {
    ...light.typography,
    links: { color: '#79b8ff' },
    code: { ...code, color: '#ff9e80', backgroundColor: '#222931' },
  },
}

globalThis.Redoc.init(
  '/openapi.json',
  { theme: scheme.matches ? dark : light, nativeScrollbars: true, hideDownloadButtons: true },
  document.querySelector('#reference'),
)

// Redoc takes its colours at the start alone.
scheme.addEventListener('change', () => location.reload())
