import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient } from './api/queries.ts'
import { LanguageContext } from './components/use-language.ts'
import type { Messages } from './messages/en.tsx'
import { MessagesContext, loadMessages, rememberLanguage } from './messages/use-messages.ts'
import type { Language } from './messages/use-messages.ts'
import { routes } from './routes.tsx'
import { ToastRegion } from './ui/toast.tsx'
import { UiTextsContext } from './ui/ui-texts.ts'

const queries = createQueryClient()
const router = createBrowserRouter(routes, { basename: '/app' })

export interface AppProps {
  language: Language
  messages: Messages
}

/** Everything that all pages need. */
export function App({ language, messages }: AppProps) {
  const [shown, show] = useState({ language, messages })
  useEffect(() => {
    document.documentElement.lang = shown.messages.locale
    document.documentElement.dir = shown.messages.direction
  }, [shown])
  const choice = useMemo(
    () => ({
      language: shown.language,
      setLanguage: (next: Language) => {
        rememberLanguage(next)
        void loadMessages(next).then((loaded) => show({ language: next, messages: loaded }))
      },
    }),
    [shown.language],
  )
  // React Aria takes the direction from the language, and no language of the pseudo catalog is written from the right.
  const locale = shown.messages.direction === 'rtl' ? 'ar-u-nu-latn' : shown.messages.locale
  return (
    <LanguageContext value={choice}>
      <MessagesContext value={shown.messages}>
        <UiTextsContext value={shown.messages.ui}>
          <I18nProvider locale={locale}>
            <QueryClientProvider client={queries}>
              <ToastRegion>
                <RouterProvider router={router} />
              </ToastRegion>
            </QueryClientProvider>
          </I18nProvider>
        </UiTextsContext>
      </MessagesContext>
    </LanguageContext>
  )
}
