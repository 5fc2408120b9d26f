import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, startTransition, useEffect, useMemo, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queries } from './api/queries.ts'
import { LanguageContext } from './components/use-language.ts'
import { chooseLanguage } from './messages/areas.ts'
import type { ShownLanguage } from './messages/areas.ts'
import { rememberLanguage } from './messages/languages.ts'
import type { Language } from './messages/texts.ts'
import { MessagesContext } from './messages/use-messages.ts'
import { routes } from './routes.tsx'
import { ToastRegion } from './ui/toast.tsx'
import { UiTextsContext } from './ui/ui-texts.ts'
import { idleUnless } from './ui/when-idle.ts'

const router = createBrowserRouter(routes, { basename: '/app' })
idleUnless(() => queries.isFetching() > 0)

export interface AppProps {
  /** The language that the page begins with. */
  firstShown: ShownLanguage
}

/** Everything that all pages need. */
export function App({ firstShown }: AppProps) {
  const [shown, show] = useState(firstShown)
  useEffect(() => {
    document.documentElement.lang = shown.base.locale
    document.documentElement.dir = shown.base.direction
  }, [shown])
  const choice = useMemo(
    () => ({
      language: shown.language,
      setLanguage: async (next: Language) => {
        const loaded = await chooseLanguage(next)
        if (loaded === null) return false
        rememberLanguage(next)
        // As a transition, the page stays as it is until all of it can be shown in the other language.
        startTransition(() => show(loaded))
        return true
      },
    }),
    [shown.language],
  )
  // React Aria takes the direction from the language, and no language of the pseudo catalog is written from the right.
  const locale = shown.base.direction === 'rtl' ? 'ar-u-nu-latn' : shown.base.locale
  return (
    <LanguageContext value={choice}>
      <MessagesContext value={shown}>
        <UiTextsContext value={shown.base.ui}>
          <I18nProvider locale={locale}>
            <QueryClientProvider client={queries}>
              <ToastRegion>
                <Suspense>
                  <RouterProvider router={router} />
                </Suspense>
              </ToastRegion>
            </QueryClientProvider>
          </I18nProvider>
        </UiTextsContext>
      </MessagesContext>
    </LanguageContext>
  )
}
