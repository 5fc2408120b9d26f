import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import { App } from './app.tsx'
import { loadMessages, rememberedLanguage } from './messages/use-messages.ts'

const language = rememberedLanguage()
const messages = await loadMessages(language)
const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App language={language} messages={messages} />
  </StrictMode>,
)
