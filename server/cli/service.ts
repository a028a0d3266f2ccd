import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { root } from '../launch/paths.mjs'
import { readArgs, UsageError } from './args.ts'

const unitFile = '/etc/systemd/system/coffer.service'
const accountFile = '/etc/sysusers.d/coffer.conf'

interface ServiceOptions {
  /** The checkout or the unpacked release. */
  folder: string
  /** The project's own Node. */
  node: string
  dataDir: string
  appUrl?: string | undefined
}

const account = (dataDir: string) => `u coffer - "Coffer" ${dataDir}\n`

/** Writable are only the data, a cache of compiled code and the usual folder of backups. */
const unit = ({ folder, node, dataDir, appUrl }: ServiceOptions): string => `[Unit]
Description=Coffer
Documentation=file://${folder}/docs/operate.md
After=network-online.target
Wants=network-online.target

[Service]
User=coffer
Group=coffer
WorkingDirectory=${folder}
Environment=DATA_DIR=${dataDir}
Environment=NODE_COMPILE_CACHE=/var/cache/coffer
${appUrl ? `Environment=APP_URL=${appUrl}\n` : ''}ExecStart=${node} ${folder}/server/launch/start.mjs
KillMode=mixed
KillSignal=SIGTERM
TimeoutStartSec=120
TimeoutStopSec=45
Restart=on-failure
RestartSec=2
LimitNOFILE=65536
UMask=0077
StateDirectory=coffer
StateDirectoryMode=0700
CacheDirectory=coffer
ReadWritePaths=-${dataDir} -/var/backups/coffer

CapabilityBoundingSet=
AmbientCapabilities=
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`

/** `service install [--data-dir d] [--app-url u] [--print]`: writes a hardened systemd unit and the account it runs as, or prints the unit. */
export const service = async ([action, ...args]: readonly string[]): Promise<void> => {
  if (action !== 'install') throw new UsageError('service install [--data-dir <d>] [--app-url <u>] [--print]')
  const { values, flags } = readArgs(args, { 'data-dir': 'string', 'app-url': 'string', print: 'boolean' })
  const dataDir = resolve(values['data-dir'] ?? '/var/lib/coffer')
  const text = unit({ folder: resolve(root), node: process.execPath, dataDir, appUrl: values['app-url'] })
  if (flags.print) return void process.stdout.write(text)
  if (process.getuid?.() !== 0) throw new UsageError('service install must run as root; --print shows the unit')
  writeFileSync(accountFile, account(dataDir))
  writeFileSync(unitFile, text)
  console.log(`wrote ${unitFile}
Now run: systemd-sysusers && systemctl daemon-reload && systemctl enable --now coffer
The address with the setup token is in: journalctl -u coffer`)
}
