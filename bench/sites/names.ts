// Loaded before the worker: host names under `.test` are this machine.
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'

const isPlayed = (host: string) => /\.test$/i.test(host)
const loopback = '127.0.0.1'
const { resolve4, resolve6 } = dns.Resolver.prototype

dns.Resolver.prototype.resolve4 = function (this: dns.Resolver, host: string) {
  return isPlayed(host) ? Promise.resolve([loopback]) : Reflect.apply(resolve4, this, [host])
} as typeof resolve4
dns.Resolver.prototype.resolve6 = function (this: dns.Resolver, host: string) {
  return isPlayed(host) ? Promise.resolve([]) : Reflect.apply(resolve6, this, [host])
} as typeof resolve6
const { lookup } = dns
Object.assign(dns, {
  lookup: (host: string, ...rest: unknown[]) =>
    isPlayed(host) ? Promise.resolve([{ address: loopback, family: 4 }]) : Reflect.apply(lookup, dns, [host, ...rest]),
})
syncBuiltinESMExports()
