/// The script of pages: it filters and searches. It makes no requests, and a page can be read without it.
enum PageScript {
    static let text: StaticString = """

        "use strict";
        (() => {
          const all = (selector, root) => [...(root || document).querySelectorAll(selector)];
          const later = (change) => {
            let timer;
            return () => { clearTimeout(timer); timer = setTimeout(change, 80); };
          };
          // Opens and scrolls to what the address names, even if a filter or a closed part hides it.
          const reveal = () => {
            const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
            if (!target) return;
            if (target.hidden) for (const reset of resets) reset();
            for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
            target.scrollIntoView();
          };
          const resets = [];
          // Says how many entries are shown, and offers to show all.
          const say = (result, again, count, all) => {
            result.textContent = count === all ? "" : count === 0 ? "Nothing matches" : `${count} of ${all} shown`;
            again.hidden = count === all;
          };
          for (const toolbar of all(".toolbar")) toolbar.hidden = false;

          const toolbar = document.querySelector("#findings .toolbar");
          if (toolbar) {
            const cards = all("#findings > .finding, #findings > .notes > .finding");
            const notes = document.querySelector("#findings > .notes");
            const texts = new Map();
            const text = (card) => {
              if (!texts.has(card)) texts.set(card, card.textContent.toLowerCase());
              return texts.get(card);
            };
            const [rule, app, search] = ["rule", "app", "text"].map((name) => document.getElementById("filter-" + name));
            const buttons = all("button[value]", toolbar);
            const again = toolbar.querySelector(".reset");
            const result = document.getElementById("filter-result");
            let severity = "";
            const apply = () => {
              const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
              let count = 0;
              for (const card of cards) {
                const { severity: own, rule: ids, apps } = card.dataset;
                const fits = (!severity || own === severity) && (!rule.value || ids.split(" ").includes(rule.value))
                  && (!app.value || apps.split(" ").includes(app.value)) && words.every((word) => text(card).includes(word));
                card.hidden = !fits;
                if (fits) count += 1;
              }
              // What a filter finds is not folded.
              if (notes) {
                const some = [...notes.children].some((card) => card.matches(".finding:not([hidden])"));
                notes.hidden = !some;
                notes.open = some && count < cards.length;
              }
              for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === severity));
              say(result, again, count, cards.length);
            };
            for (const button of buttons) button.addEventListener("click", () => { severity = button.value; apply(); });
            for (const select of [rule, app]) select.addEventListener("change", apply);
            search.addEventListener("input", later(apply));
            const reset = () => { severity = rule.value = app.value = search.value = ""; apply(); };
            again.addEventListener("click", () => { reset(); search.focus(); });
            resets.push(reset);
            apply();
          }

          for (const input of all("input[aria-controls]")) {
            const entries = [...document.getElementById(input.getAttribute("aria-controls")).children];
            const [result, again] = ["output", ".reset"].map((part) => input.closest(".toolbar").querySelector(part));
            const apply = () => {
              const wanted = input.value.trim().toLowerCase();
              let count = 0;
              for (const entry of entries) {
                entry.hidden = wanted !== "" && !entry.textContent.toLowerCase().includes(wanted);
                if (!entry.hidden) count += 1;
              }
              say(result, again, count, entries.length);
            };
            const reset = () => { input.value = ""; apply(); };
            input.addEventListener("input", later(apply));
            again.addEventListener("click", () => { reset(); input.focus(); });
            resets.push(reset);
          }

          addEventListener("hashchange", reveal);
          if (location.hash) reveal();
          // Paper has no buttons.
          addEventListener("beforeprint", () => { for (const part of all("details")) part.open = true; });
        })();

        """
}
