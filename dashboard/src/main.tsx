import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import { App } from './app.tsx'
import { loadLanguage } from './messages/areas.ts'

// Awaited here, it would stop the files that it loads: they may need the one that this is in.
void loadLanguage().then((shown) => {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('index.html has no #root')
  createRoot(root, { onRecoverableError: reportCause }).render(
    <StrictMode>
      <App firstShown={shown} />
    </StrictMode>,
  )
})

/** Reports what was thrown while React drew a page that it could draw the second time, not that it happened. */
function reportCause(error: unknown): void {
  reportError(error instanceof Error && error.cause !== undefined ? error.cause : error)
}
