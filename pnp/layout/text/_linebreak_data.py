"""Line breaking in Unicode 16.0.0, made by tests/layout/make_linebreak_data.py."""

from binascii import a2b_base64
from zlib import decompress

STATES = 193
BLOCK = 128
KEEP, BREAK, MUST, IF_NO_CLOSING, IF_DIGIT, IF_WIDE, IF_NO_NUMBER, IF_NO_VIRAMA = range(8)

# classes that the conditional actions look for behind the character in question
MARKS = bytes([1, 34])
CLOSING = bytes([3, 4, 5, 6, 7, 8, 13, 14, 16, 18, 19, 20, 22, 33, 38, 42, 51, 55])
DIGIT = bytes([17])
INFIX = bytes([14])
WIDE = bytes([24, 39, 40, 41, 42, 43, 46, 47, 48, 49, 50, 51, 52, 53, 55, 57])
VIRAMA = bytes([32])

# one row a state: the action on entering it, then the next state for each class
ROWS = decompress(
    a2b_base64(
        "eNqlmgd/E0cQxT1jONnGvclykXGTi7ANQeA0molJQgmJSEgnhVTSnR5Cigm92MaYmGJCGr33GvhouZN00p1uRwtPH+D/m9nZ3Tdv5y6HODd3"
        "ylTDR3n5BdMKi4pLSssKyn0VlVXVht/w1xiB2rp6o7wh2Di9qbmltS3U3hEKdXaFZwS7c9xoj4X6en0VM2c9ZMyOzJ4TCdTyXBPte9hEH3m0"
        "LfTY4yY6Lzy/rzuHE+iChYv6LXRx6RMmOpBCl1jokyb61NM2unTesvl9y3NWPLNy5bPPRVeteP6F1S++9PIrr772+uo1q9548623o2uja9+J"
        "vvve+x9E13y47qOPP/n0s8+/GPzyq8HBr7/59rt135toLoou+CGW8PpYwj9usBLu7/3JSjgST/jnX+ZGkgn/OmQmPJRI2PCstcy91o2qtYYt"
        "1OetsHtzfCxtTp6NLlz0m2NzLNSMWhMJbIpFDW52oFZUE81Xo6mEt8QT3uzY16XxfS2w0K0ZEi4QE55modtiUfuVUbfbZfJELUwlrEZ3iGiR"
        "B007iDtV6DILLVbuqyPqLnFfSxz7unu4Z6RkNA3dk7g5Y56bU5ook3ia9opRy3RXvUy86uWKq+5Cy8V9rRh3ouPezdk3LqlEZbLC+fZaf++d"
        "GKisstH97rXGosbXWuVFY2WKH38TPeAtUwKtFtBZNnpQRP3yVT80eWiOETicRP9I25waKaq91iNi1Jg2BSIxbfrzrw1/L/7H1Kb1adrUa6L/"
        "2to0ZGsT6fa1VtzXurSb45Hwo+LNqbfQYxnO8HErqvIMN3i1yTwSDlk7IcpaUH2aUlFPihVuVMnahKNMjWKZpnvvqzvqKfG+Nnk3x1prCj0t"
        "9tdmuTXHD+IZEW3RHcSz6jIFl+e06ip8TkTbvIbAjZ4XDUHIe+nc6AWxwu1CwkmVuCgeiQ5prTZ6SUQ71Wc4lfBlsb92yQLjj/hN9EoyanPa"
        "WsMq9Xee4bCo/jN0DuaqssKGGbVb5xGvqQ+iGbUnLaqnNV+XjgTh7YrwnkN4zyG85xDecwh3poS3K8LVn3AJJ1zCCVdEwhWRcG0iXJsIFxjC"
        "VYLwlyTh7xzC3zmEv3MI9/6EG3jKwoWzTkyXiGvF3Rrh5odw80N4aya8vxLeJBm/OYzPYBifwTA+g2F8BsN4p2N8BsO4NjGuTYxrE+MzGMZn"
        "MIzPYBifwTCuw4zPYBiXcMZNLePqz7gfZtwPM+6HGffDjJtaxmcwjM9gGJ/BMO7CGe/qjBt4xg084zMYxm0I4zaE8RcH4y8OxmcwjM9gGH/n"
        "MP7OYdzoMf5EYtwjMv66YtxeEu4RCfdNU3AvQbiXyMUTJlzCCZdwwu8rZTEzNXRr3Sit1cji62CeLuomMWoWw/t8XdQtnPHj+Fbou3rMS2xT"
        "vXMM1Tsn5PjWnDTwUsLbxYQLdWvdIaJFOnSniBbr0F0iuju1VrVK3BC/cQynovYrvf9N8fvriH1zJPSWjXrm/qO2DckTuvptO2EPqnqsuMq0"
        "J1GmMU+ZxrxR3Vf9jhi1VHea9oqbM67c14EU+t8DfTB2Rd03LqBTs/hfYkKNzkyid5N+uLnFVkQTdXymdq3VKTD7xahVuuN/QESrdehBCfVl"
        "8Zl6MpP5sU7TPfEDlD9DwpNWwofFhLP4nFmjK9MRsTXj0xDKwsHgIw3C5xKUxWfqOl2Fj3LGTncs40SvXviryn6/ilGPi1EbdPf1hIgGdehJ"
        "7Y8AInpKRJt0UU+LaLPu0p0R0Rbdvp4V0VZdwudEtE2HnhfRkA69IKLtOvSiiHbo0Esi2qlDL4tol25zrrDua76IXlWihol269BrYtQeHXr9"
        "foyeGr0hosM633RT9E0jOvSWiI7qEr4tJjymU4k7D2i5Ku7Hck3ofNNdEZ3URb0nof8Dk7pl5Q=="
    )
)

# the block that each run of BLOCK code points uses, then the blocks: a class for every code point
INDEX_SIZE = 8704
CLASSES = decompress(
    a2b_base64(
        "eNrtXQeD5LQVjh5LPLJ9Czuzswfs7c4Bt7feGWYYWG6BSyPZAOkFCIGE9N5776Re6Ok9l0IPkISSAgmk9/aPouIiyXJvM3f+Ztb2WbKe9PT0"
        "9N6zNPc4BAAnLACcCI83Oti07D2LJ5281O0t91f2nnLqaav71tYBBrCfZIPTzzjzwMbBTWdrODprDBNy5+zpOefC9nmHdsj1+RdcePgJ5PxE"
        "gCcBPPkpFz31abtPv/iSS5/xzN1ceNbuHODZ3sVzAJ77PIDnv+CFl11+BbzoyhdfdfVLXnpN2aeXQWHQyr6cnF/xyle9+jWvBXjd6+ENb3wT"
        "vJmnvgXeCm97+zvI1TsB3vXu97z3fe//wAc/9OGPfPRj8PFPfPJTcO2nP/PZz33+C0e+eN31N8CNN93slXpLDMUvffkr8NXkin0tX3u+Hrrz"
        "jW9+ixy/DfCd734vY3d+n5+OHj36gx9CCfjR7u6Pd3dv1aTclvDkEXq4nfzdceddcLd39yf0cM+9Qbb7fvozgJ+Ti/vhAXbjwYd4wi/46Ze/"
        "gl8//MhvfvvoY7/7/R/++Kc//+Wvf/v7P/4JRx7h+Ndui+MZ/25ZcHz3P7Ro0aJFixYtWrRo0aJFixYtWrRo0eKYxX/gv/9rudCiRYsWxx+Q"
        "BzhhYeFEFAJfFII79h5sLp60ePKSj8VFjLGBo2Gbe3AcbOhiTmQBRaJnW6ZpsvzLGDC2yHWfP79Cy8AtGPrY54t6OxaoXPSkf3BIGWTqi0IV"
        "GmbgItCjmY0hgEh+8jX82u+NhpcskeVjiVxYlkVHlFC4gQzDyNACbQ2D8WoxMnWw2fCqsoS9rmVcohdBfaJakVteK2xRNJXE9mgKYeJGexa5"
        "mk2bVcjv/ytblfO01G1HDqZGdctS4ijK3ScammFtQkYpxPRSAcERiPE/pJNiVeoti922iK7BqAz6HhF+ifS96iGUp4z2+xKq7yep/aYsL5Xw"
        "X+n/+FGKiuoFQRajCtXQN+USirVfoY8QTmh/X2xCv176KKTp8jI/in7s+HNhFZd/jRx59cGybhPpF6SHJIPJVJSvQAmgmqlQPzmE6ac1XAnI"
        "odfvQ8+g6DGnQsc5D8AYbHftbg5eqgacewxN82nMP+zxGAnNAT6cer0KjRCU0N/BtOAq2KDDQgNOnj3FmaIOm/yUinFqSTitIlTKXCai8VkA"
        "N4sY+na3ZFLpNGKS3FN9AfHTUtK0VYEikJQarBK+gonT+FvYMICoLIM5bT2UWX+XI6cpp9f6ofopOr/FMBrhGo639JcKN7sEpuEExy8kb0nV"
        "L9uVZE/tywaV6JqXQFTMug+6a45g4MPP79/h8dcMgz3Mn/VUEMvYv78Uw4Pp07BnnU38yrdRI2VO0CGoTKs/MvqZLljadNDYfQ3QI3+nozMQ"
        "OpNcHaDB9hV7mf7RbBsbG7DAY/Q9ywXJgFdX3dCp3V31rt1+tWihtPCDqkKIm+E1M77JYZmbpgDLPVj8SkCOYJMl+YOic94ITBMfu9iINvbU"
        "zncc6Z9bw/lu+YiAtmowcKoicVb2OmE6Dam3KecHNGUcThu5wMpzIwE6UgN9DRy1BHohExQqG64om0bZiREZ0QvGYHqDfoNauqRobofcHzus"
        "MxhGNONkMh7HsCoNO3ku2gp60WEg1uHAle/gkywrKesxSucpxVKWq5ayijgFxeQ8SdKZY5il7azG3AnPaaATpFG7+w01e1VJ03Gns7yyvNKh"
        "J/L1ViVgsIHaIMwOcQWS3jcwsypYyQcOcBPDDh7iSYZh7+GfFNx1IhGTVBDp6M8z0vP77OHQcaaOszX0PsH1dIsmeuDywi/ZcUoeG+Cp432i"
        "ME2orPC0d5pSwZ0SUCJVlM+P5JxVCCoWGFyxPLBGiyirPk2Np1FB5JKoCodt6QM+i/8P4fmw5MiaEpMqIzCZOdTJJytpCkZxc7Eavgi7q1nd"
        "/n6wrihPC6Od6nA8KM4B72vif/EUI+NFkS5+7Msh98Ei4b81P5LHPCkh/oddL0TuuHzxOyWEJzSRhhCDtZxieYQ6JLyoyNP32F9vwaUHZRMb"
        "VqN6w17Cu94w/885NxptWpvWplWbliaPOJgjXs/TpPLfve9FwupdeS2ve8R73a+4yLc+dOd6/bulsQ+Gw+F0ur29NTyP5+kh9vFPzNoMnMXA"
        "ZXQN0aEzxLQAx0vx/IjNQ84MsuAg3nZo1VgDSN1FJ4B6AdsxNveWlF2fTjxo8p06qR0uxRGZpvUYtGeSemiTnDc3cSg07FofAICPW6BjgkSV"
        "ywsyC0fZ0jQ7KzsaYQPUIQpYWH6ZMZCOwhEFUPzrmRB3pX4bJfRMfe0U+yX3eg/ughWrBlTXrtLecjRYi5w139nZlx3KCih3nROPeYQhhDHo"
        "o/t88pmXwMiLoVjUQ1DW2fV5Svoxq67JGMzWBiTuyszR+eFIEH335UY2hfb1yzau5DWmlCqqz8CAwlWO6n+E/fV7mP/pgIMzv8Te7oFg/9Ea"
        "xuui2QXr61Tc1eX3IsuEeN06fZo+kQw8EFZYehtx2GFtB7E1EIPqQthRQV02FOT9CKgG0nIDK7bXhA530Qdg0XRlX31trFeGuNr+vogSSSfb"
        "AyX0hKafxVLrNvPq229cn/8SaL5A8eFA20XM+95+S6JtdqgIgk6fNehaijq3j1G6Ts1KgY1+Nu5FErkFJDywgY7eimW8LOUwLyiolUL7GtS3"
        "uUnl942scqDdSNFw6Ia/sxY34Bbnr69YYueXeUP4RS5IszZxv5DWzkz2vVyerYl7TERPq/nGs40CDceXdGGTGujYtt3tplpESzOVsOB23mB3"
        "87TYdn9TyO6yg91FM2WaZe/FLIs+KBq3rwrNt+UPvazzQ9EwpGCcaZXYbM9Xsb+EI2ecT62C8v6gWVXBWPrK9XxJfuT0pldoj45JpO6eUdEV"
        "rPMGxh2PS+SbfW3vNEneQ1mm7Gaz8p5r0bIb4a0xppSoper/7buyGhnt2qb7BchZbWaxalWtAIsqyLzWWFoUmK5zT/JqQBC57y4iAhKVDrTI"
        "38kQk3BtY3zmg9pqN9Rrb6PCdVfqa9bNu2b9kzw/EFdMPuqWSbl5dqnrcy1cbN+PDmz//CAdxgSDGjAWEEpSb8j/dMYZKSizsThharg1zokL"
        "IkHMUClnFvtVyu8/P9aUN55ZJDZS6l3/ZjkOgFfMRE+Sjo6ITZ/8xB+eTFgJEyqb0VUWCnf4/QspCrdgwMgH0GabhOE1m14Gj01UXozYx2fS"
        "yInYspqv9gMnYhtszCbZKDN2ECsYYSUy0WsGliSnORn1l6hbo9MH5fHR7U6KdFq/0+m4v9iUpnQ9OTGRt2vC5ZodvLEtDQVXn4s6qwkrRJzK"
        "qiLgzTEhfa3oP/GxwwR5SR52od7J/7w+V7i+hwtBLG8iyJqsziYaTUY13yTvfDApON7YVzsOVSVbzcb5WETbT8p8K8lnZvNDbLV+Npdu8Bw+"
        "a2bC+mg6HomL/H8XLfK/5/Hxf94SqLs="
    )
)
