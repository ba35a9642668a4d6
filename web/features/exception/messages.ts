import { defineMessages } from '#web/platform/i18n.ts'

export const exceptionMessages = defineMessages(
  {
    forbidden: '对不起，您没有访问该资源的权限',
    forbiddenHint: '服务器拒绝了对此资源的访问。',
    notFound: '抱歉，页面不见了',
    notFoundHint: '地址可能有误，或页面已被移走。',
    serverError: '抱歉，服务器出了点问题',
    serverErrorHint: '服务器内部错误，请稍后重试。',
    back: '返回',
    home: '回到首页',
  },
  {
    forbidden: 'Access to this resource on the server is denied',
    forbiddenHint: 'Your role does not have access to it.',
    notFound: 'This page is gone',
    notFoundHint: 'The address may be wrong, or the page has been moved.',
    serverError: 'Internal server error',
    serverErrorHint: 'Something failed on the server. Try again later.',
    back: 'Back',
    home: 'Home',
  },
)
