import { PageHeader } from '../components/page-header.tsx'
import { Sessions } from '../forms/my-sessions.tsx'
import { Tokens } from '../forms/my-tokens.tsx'
import { Passwords } from '../forms/password.tsx'
import { Profile } from '../forms/profile.tsx'
import { SecondFactor } from '../forms/second-factor.tsx'
import { useMe } from '../hooks/use-me.ts'
import { useMessages } from '../messages/use-messages.ts'
import styles from './me.module.css'

/** `/me`: one's own name, looks, password, sessions and tokens. */
export function MePage() {
  const { me } = useMessages('me')
  const { email } = useMe()
  return (
    <>
      <PageHeader title={me.title} lead={me.lead(email)} />
      <div className={styles.page}>
        <Profile />
        <Passwords />
        <SecondFactor />
        <Sessions />
        <Tokens />
      </div>
    </>
  )
}
