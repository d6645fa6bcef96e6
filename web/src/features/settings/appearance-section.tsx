import { savePreferences, usePreferences } from '@/lib/storage/preferences';
import { chooseTheme, useThemeChoice } from '@/lib/theme';
import { Segmented } from '@/ui/forms/segmented';
import { toOptions } from '@/ui/forms/select-field';
import { SwitchRow } from '@/ui/forms/switch-row';
import { Section } from '@/ui/page';

const THEMES = toOptions({ light: 'Light', dark: 'Dark', system: 'Match system' });
const PRIVACY = toOptions({ shown: 'Shown', hidden: 'Hidden' });
const CONTRASTS = toOptions({ system: 'Match system', high: 'High' });
const DENSITIES = toOptions({ comfortable: 'Comfortable', compact: 'Compact' });
const MOTIONS = toOptions({ system: 'Match system', reduced: 'Reduced' });
const WEEK_STARTS = toOptions({ sunday: 'Sunday', monday: 'Monday' });

/** Renders this browser's display settings. */
export function AppearanceSection() {
  const theme = useThemeChoice();
  const { privacy, hideWhenAway, contrast, density, motion, weekStart, showsStreaks } = usePreferences();
  return (
    <div>
      <Section title="Theme">
        <Segmented
          label="Theme"
          value={theme}
          onValueChange={chooseTheme}
          options={THEMES}
          className="max-w-100"
        />
      </Section>
      <Section title="Contrast">
        <p className="mb-3 max-w-170 text-ink-2">
          High contrast makes text, lines, and charts darker in the light theme and lighter in the dark theme.
        </p>
        <Segmented
          label="Contrast"
          value={contrast}
          onValueChange={(next) => savePreferences({ contrast: next })}
          options={CONTRASTS}
          className="max-w-80"
        />
      </Section>
      <Section title="Privacy">
        <p className="mb-3 max-w-170 text-ink-2">
          Hover over or tap a hidden amount to see it. Screen readers say “amount hidden.” Press Alt+P or use
          the account menu to turn privacy mode on or off.
        </p>
        <Segmented
          label="Amounts"
          value={privacy ? 'hidden' : 'shown'}
          onValueChange={(next) => savePreferences({ privacy: next === 'hidden' })}
          options={PRIVACY}
          className="max-w-80"
        />
        <SwitchRow
          title="Hide amounts when you leave"
          description="Amounts are hidden while another window, tab, or app is in front, for example while you share your screen."
          on={hideWhenAway}
          busy={false}
          onChange={(on) => savePreferences({ hideWhenAway: on })}
          className="mt-5 max-w-170"
        />
      </Section>
      <Section title="Density">
        <p className="mb-3 max-w-170 text-ink-2">Fit more on the screen. Touch devices aren't affected.</p>
        <Segmented
          label="Density"
          value={density}
          onValueChange={(next) => savePreferences({ density: next })}
          options={DENSITIES}
          className="max-w-80"
        />
      </Section>
      <Section title="Motion">
        <Segmented
          label="Motion"
          value={motion}
          onValueChange={(next) => savePreferences({ motion: next })}
          options={MOTIONS}
          className="max-w-80"
        />
      </Section>
      <Section title="Formats">
        <p className="mb-3 max-w-170 text-ink-2">
          Amounts look like $1,234.56. Dates look like 12/31/2026 in tables, exports, and documents, and like
          Dec 31 or Thu, Dec 31 in text and lists. Text and lists include the year if it isn't the current
          year. Calendar weeks start on:
        </p>
        <Segmented
          label="Week starts on"
          value={weekStart}
          onValueChange={(next) => savePreferences({ weekStart: next })}
          options={WEEK_STARTS}
          className="max-w-80"
        />
      </Section>
      <Section title="Streaks">
        <SwitchRow
          title="Show streaks"
          description="Streaks and achievements appear with your financial health score. We never send notifications about them."
          on={showsStreaks}
          busy={false}
          onChange={(on) => savePreferences({ showsStreaks: on })}
          className="max-w-170"
        />
      </Section>
    </div>
  );
}
