import type { ReactNode } from 'react'
import { counted, nouns } from './count.tsx'

export const home = {
  title: (count: number) =>
    count === 0 ? 'لا شيء يحتاج إليك الآن.' : `يحتاج إلى تدخّل: ${counted(String(count), count, nouns.issue)}.`,
  lead: (project: ReactNode) => <>{project}، حتى هذه اللحظة. يختفي كل سطر عند حسمه.</>,
  tab: 'الرئيسية',
  needs: 'ما يحتاج إلى تدخّل',
  well: 'كل شيء على ما يرام: لا شيء مجهول المصير أو موقوف أو غير جاهز أو فاشل أو يوشك على النفاد.',
  wellNext: 'يظهر هنا تلقائيًا ما يستجد.',
  since: (at: ReactNode) => <>منذ {at}. </>,
  /** Stands in place of a number in the sentences below. */
  moreThan: (count: string) => `أكثر من ${count}`,
  codes: {
    calls_unresolved: {
      what: (count: string, number: number) =>
        `مكالمات غير معروفة المصير: ${counted(count, number, nouns.call)}؛ لم تقل شركة الاتصالات هل قبلتها.`,
      todo: 'لا يُتصل بأحد مرتين في الأثناء. تحقق من إمكان الوصول إلى شركة الاتصالات.',
      go: 'عرض المكالمات',
    },
    messages_unresolved: {
      what: (count: string, number: number) =>
        `رسائل غير معروفة المصير: ${counted(count, number, nouns.message)}؛ لم تقل Meta هل قبلتها.`,
      todo: 'لا تُرسل مرتين. احسمها متى عرف أحد ما حدث.',
      go: 'عرض الرسائل',
    },
    campaigns_paused: {
      what: (count: string, number: number) =>
        `حملات موقوفة مؤقتًا: ${counted(count, number, nouns.campaign)}.`,
      todo: 'تنتظر مكالماتها حتى يستأنفها أحد.',
      go: 'إلى الحملات',
    },
    campaigns_not_ready: {
      what: (count: string, number: number) =>
        `حملات غير جاهزة للاتصال: ${counted(count, number, nouns.campaign)}.`,
      todo: 'تبيّن القائمة ما ينقص كلًّا منها، مثل رقم المتصل.',
      go: 'إلى الحملات',
    },
    templates_stopped: {
      what: (count: string, number: number) =>
        `قوالب أوقفتها Meta وتستخدمها عمليات بث: ${counted(count, number, nouns.template)}.`,
      todo: 'تُرفض رسائلها. تبيّن صفحة القالب السبب ومن يتأثر.',
      go: 'إلى القوالب',
    },
    sources_failed: {
      what: (count: string, number: number) =>
        `مصادر فشل الزحف إليها: ${counted(count, number, nouns.source)}.`,
      todo: 'ما عُرف من قبل ما زال مستخدمًا. تبيّن صفحة المصدر السبب.',
      go: 'إلى قاعدة المعرفة',
    },
    carriers_refused: {
      what: (count: string, number: number) =>
        `حسابات ترفضها شركات الاتصالات: ${counted(count, number, nouns.account)}؛ الحساب غير نشط أو بيانات الاعتماد غير مقبولة.`,
      todo: 'لا تمر مكالمات عبرها. يراجع أحد المشرفين الحساب لدى شركة الاتصالات، ومعرّفه ورمز المصادقة هنا.',
      go: 'إلى شركات الاتصالات',
    },
    carriers_paused: {
      what: (count: string, number: number) =>
        `حسابات شركات اتصالات لا تقبل مكالمات الآن: ${counted(count, number, nouns.account)}.`,
      todo: 'تنتظر مكالماتها. يبيّن الحساب السبب: بيانات الاعتماد أو الرصيد أو كثرة المكالمات.',
      go: 'إلى شركات الاتصالات',
    },
    senders_at_fault: {
      what: (count: string, number: number) =>
        `أرقام إرسال واتساب غير متصلة أو تتعذر قراءتها: ${counted(count, number, nouns.sender)}.`,
      todo: 'لا تُرسل منها رسائل، أو أن قوالبها تتقادم. تبيّن صفحة رقم الإرسال السبب.',
      go: 'إلى أرقام الإرسال',
    },
    database_held: {
      what: () => 'الخدمة موقوفة: استُعيدت قاعدة بياناتها أو نُسخت، أو أوقفها مشغّل النظام.',
      todo: 'تعرض كل شيء، ولا تتصل ولا ترسل شيئًا. يستأنفها مشغّل النظام.',
      go: null,
    },
    plan_inactive: {
      what: () => 'باقة المؤسسة غير مفعّلة.',
      todo: 'تُرفض رسائل واتساب، وتستمر المكالمات. يفعّلها مشغّل النظام.',
      go: 'إلى الباقة',
    },
    sends_nearly_used: {
      what: () => 'استُهلك أكثر من أربعة أخماس رسائل الباقة.',
      todo: 'عند نفادها تُرفض الرسائل. يرفع مشغّل النظام حد الباقة.',
      go: 'إلى الباقة',
    },
    links_nearly_used: {
      what: () => 'استُهلك أكثر من أربعة أخماس صفحات الباقة.',
      todo: 'عند نفادها يتوقف الزحف. يرفع مشغّل النظام حد الباقة.',
      go: 'إلى الباقة',
    },
  } as Record<string, { what: (count: string, number: number) => string; todo: string; go: string | null }>,
  today: 'اليوم',
  todayAside: (day: ReactNode, time: ReactNode) => (
    <>
      مقارنةً مع {day}، حتى {time} أيضًا
    </>
  ),
  table: 'محادثات اليوم مقارنةً باليوم نفسه من الأسبوع الماضي',
  heads: { what: 'المحادثات', today: 'اليوم', before: 'قبل أسبوع', change: 'الفرق' },
  rows: {
    calls: 'المكالمات',
    answered: 'تم الرد عليها',
    unanswered: 'لا رد أو مشغول',
    failed: 'فاشلة أو ملغاة',
    live: 'جارية الآن',
    chats: 'الدردشات',
  },
  of: (share: string) => `${share} من المكالمات`,
  more: (count: string) => `\u2066+${count}\u2069`,
  less: (count: string) => `\u2066−${count}\u2069`,
  same: '0',
  quiet: 'لا محادثات اليوم بعد، ولا في اليوم نفسه من الأسبوع الماضي.',
  quietNext: 'تجد المكالمة التجريبية في صفحة الحملة.',
  plan: 'الباقة',
  toSettings: 'الإعدادات',
  steps: 'الخطوات الأولى',
  stepDone: 'تمت',
  stepNext: 'التالية',
  stepOpen: 'لم تتم',
  paths: {
    voice: {
      title: 'نحو أول مكالمة',
      steps: {
        carrier: {
          what: 'إضافة حساب شركة اتصالات',
          why: 'تمر المكالمات عبر حساب لك، مثل حساب لدى Twilio.',
        },
        caller_id: { what: 'إضافة رقم متصل', why: 'الرقم الذي يراه الناس عندما تتصل.' },
        campaign: { what: 'إنشاء حملة', why: 'تحدد ما يُنطق، وفي أي ساعات، وكم مرة.' },
        call: {
          what: 'إجراء مكالمة تجريبية',
          why: 'تجد الزر في صفحة الحملة؛ وترى المحادثة أثناء جريانها.',
        },
      } as Record<string, { what: string; why: string }>,
    },
    whatsapp: {
      title: 'نحو أول رسالة واتساب',
      steps: {
        sender: { what: 'ربط رقم إرسال', why: 'رقم نشاطك التجاري على واتساب.' },
        template: { what: 'الحصول على موافقة على قالب', why: 'توافق عليه Meta، وتجلبه المزامنة إلى هنا.' },
        broadcast: { what: 'إنشاء بث', why: 'يحدد رقم الإرسال والقالب.' },
        message: { what: 'إرسال رسالة تجريبية', why: 'تجد النموذج في صفحة البث.' },
      } as Record<string, { what: string; why: string }>,
    },
  },

  sends: 'الرسائل',
  links: 'صفحات قاعدة المعرفة',
  used: (used: string, of: string) => `استُهلك ${used} من ${of}`,
}
