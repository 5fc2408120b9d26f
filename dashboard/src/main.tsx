import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import { App } from './app.tsx'
import { loadLanguage } from './messages/areas.ts'

// Awaited here, it would stop the files that it loads: they may need the one that this is in.
void loadLanguage().then((shown) => {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <App firstShown={shown} />
    </StrictMode>,
  )
})
